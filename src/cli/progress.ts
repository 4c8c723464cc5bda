const DRAW_MS = 100
const BAR_WIDTH = 24

export interface Progress {
  readonly what: string
  readonly done: number
  // What `done` and `total` count, such as rows.
  readonly unit: string
  // Null, or less than is done, when it is not known: then there is no bar.
  readonly total: number | null
}

export interface ProgressLine {
  show(progress: Progress): void
  end(): void
}

// One terminal line that is redrawn in place. In a pipe or a log it would be noise, so nothing is written there.
export function openProgress(stderr: NodeJS.WriteStream = process.stderr): ProgressLine {
  let drawnAt = 0
  let latest: Progress | null = null
  const draw = (progress: Progress) => {
    // A line that is wider than the terminal would not be redrawn in place. Some terminals do not say how wide they are.
    const width = stderr.columns > 1 ? stderr.columns - 1 : undefined
    stderr.write(`\r${drawProgress(progress).slice(0, width)}\u001b[K`)
    drawnAt = Date.now()
  }
  return {
    show(progress) {
      latest = progress
      if (stderr.isTTY && Date.now() - drawnAt >= DRAW_MS) draw(progress)
    },
    end() {
      if (!stderr.isTTY || latest === null) return
      draw(latest)
      latest = null
      stderr.write('\n')
    },
  }
}

function drawProgress({ what, done, total, unit }: Progress): string {
  const count = (value: number) => value.toLocaleString('en')
  if (total === null || total < done || total === 0) return `${what}: ${count(done)} ${unit}`
  const share = done / total
  const full = Math.floor(share * BAR_WIDTH)
  const bar = '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full)
  return `${what}: ${bar} ${String(Math.floor(share * 100)).padStart(3)} %, ${count(done)} of ${count(total)} ${unit}`
}
