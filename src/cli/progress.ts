const DRAW_MS = 100

export interface ProgressLine {
  show(text: string): void
  end(): void
}

// One terminal line that is redrawn in place. In a pipe or a log it would be noise, so nothing is written there.
export function openProgress(stderr: NodeJS.WriteStream = process.stderr): ProgressLine {
  let drawnAt = 0
  let text = ''
  const draw = () => {
    stderr.write(`\r${text}\u001b[K`)
    drawnAt = Date.now()
  }
  return {
    show(next) {
      text = next
      if (stderr.isTTY && Date.now() - drawnAt >= DRAW_MS) draw()
    },
    end() {
      if (!stderr.isTTY || text === '') return
      draw()
      stderr.write('\n')
    },
  }
}
