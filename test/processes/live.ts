export interface LiveEvent {
  readonly event: string
  // biome-ignore lint/suspicious/noExplicitAny: an event is checked by assertions, not by types.
  readonly data: any
}

export interface Live {
  readonly events: readonly LiveEvent[]
  // True while the server has not ended the stream.
  isOpen(): boolean
  close(): void
}

// Follows the live events of a user; the stream stays open until it is closed or the server stops.
export async function followEvents(base: string, token: string): Promise<Live> {
  const controller = new AbortController()
  const response = await fetch(`${base}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: controller.signal,
  })
  const events: LiveEvent[] = []
  let open = response.status === 200
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = /^event: (.*)$/m.exec(block)?.[1]
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (event !== undefined) events.push({ event, data: JSON.parse(data ?? '{}') })
      }
    }
  }
  read()
    .catch(() => {})
    .finally(() => {
      open = false
    })
  return { events, isOpen: () => open, close: () => controller.abort() }
}
