import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

// A mail server that keeps what it receives, and refuses on demand.
export interface MailServer {
  // With user name and password.
  readonly url: string
  readonly mails: readonly Mail[]
  // The next mails are refused with this status, at the recipient.
  refuse(status: number, times: number): void
  close(): Promise<void>
}

export interface Mail {
  readonly from: string
  readonly to: readonly string[]
  // As it was sent, with the headers unfolded.
  readonly raw: string
  header(name: string): string | null
  // The decoded part of this type.
  part(type: 'text/plain' | 'text/html'): string
}

export const MAIL_PASSWORD = 'kata-sandi-surat'

export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = []
  const refusals: number[] = []
  const server = new SMTPServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'pantau' && password === MAIL_PASSWORD
        ? done(null, { user: username })
        : done(new Error('Invalid username or password')),
    onRcptTo(_address, _session, done) {
      const status = refusals.shift()
      done(status === undefined ? null : Object.assign(new Error('mailbox unavailable'), { responseCode: status }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        mails.push(
          readMail(
            from,
            rcptTo.map(({ address }) => address),
            Buffer.concat(chunks).toString('latin1'),
          ),
        )
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://pantau:${MAIL_PASSWORD}@127.0.0.1:${port}`,
    mails,
    refuse: (status, times) => void refusals.push(...Array<number>(times).fill(status)),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function readMail(from: string, to: readonly string[], text: string): Mail {
  const raw = text.replace(/\r\n[ \t]+/g, ' ')
  const [head = ''] = raw.split('\r\n\r\n')
  return {
    from,
    to,
    raw,
    header: (name) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1] ?? null,
    part: (type) => decodePart(text, type),
  }
}

function decodePart(text: string, type: string): string {
  const boundary = /boundary="([^"]+)"/.exec(text)?.[1] ?? ''
  const part = text.split(`--${boundary}`).find((one) => one.toLowerCase().includes(`content-type: ${type}`)) ?? ''
  const at = part.indexOf('\r\n\r\n')
  const body = part.slice(at + 4)
  if (/transfer-encoding: base64/i.test(part)) return Buffer.from(body, 'base64').toString('utf8')
  if (!/transfer-encoding: quoted-printable/i.test(part)) return Buffer.from(body, 'latin1').toString('utf8')
  const joined = body.replace(/=\r\n/g, '')
  const bytes = joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
