import { pageAt } from '../domain/dashboard-link.ts'
import { confirmationLabel, unsubscribeLabel } from '../domain/notices.ts'
import { type Attempt, type Outgoing, type Sender, shortened } from './outcome.ts'
import { oneLine, plainFormat, render } from './render.ts'
import { renderHtml } from './render-html.ts'

export interface EmailSettings {
  readonly smtpUrl: string
  readonly from: string
  readonly publicUrl: URL
  // Creates the code that confirms the address of a channel, and returns it.
  createCode(channelId: string): Promise<string>
}

const CONNECT_MS_MAX = 10_000
const SOCKET_MS_MAX = 15_000
const SUBJECT_MAX = 150
const TEXT_MAX = 100_000

// An unconfirmed address gets the link that confirms it, and nothing else.
export function createEmailSender(settings: EmailSettings | null): Sender {
  if (settings === null)
    return async () => ({ outcome: 'failed', status: null, detail: 'E-mail is not configured.' }) satisfies Attempt
  let transport: ReturnType<typeof openTransport> | undefined
  return async (outgoing, signal) => {
    // A message that was on its way when the owner changed the address.
    if (outgoing.channel.state === 'unconfirmed' && outgoing.data.notice !== 'confirmation')
      return { outcome: 'refused', status: null, detail: 'The address is not confirmed.' }
    const mail =
      outgoing.channel.state === 'unconfirmed' ? await confirmation(settings, outgoing) : notice(settings, outgoing)
    transport ??= openTransport(settings.smtpUrl)
    const mailer = await transport
    try {
      const sent = await orAborted(mailer.sendMail({ from: settings.from, ...mail }), signal)
      return { outcome: 'delivered', status: statusOf(sent.response), detail: shortened(sent.response) }
    } catch (error) {
      if (signal.aborted) throw error
      return judge(error as MailError)
    }
  }
}

// Loaded by the first message: many installations send no e-mail.
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: CONNECT_MS_MAX,
    greetingTimeout: CONNECT_MS_MAX,
    socketTimeout: SOCKET_MS_MAX,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

async function confirmation(settings: EmailSettings, outgoing: Outgoing) {
  const { content, language, channel } = outgoing
  const code = await settings.createCode(channel.id)
  const link = { label: confirmationLabel(language), url: pageAt(settings.publicUrl.href, `api/confirm/${code}`) }
  const confirmed = { ...content, links: [link] }
  return {
    ...addressed(settings, outgoing),
    text: render(confirmed, plainFormat(TEXT_MAX)),
    html: renderHtml(confirmed, language, []),
  }
}

// With the headers by which mail programs offer to unsubscribe in one click (RFC 8058).
function notice(settings: EmailSettings, outgoing: Outgoing) {
  const { content, language, channel } = outgoing
  const token = `${channel.id}.${channel.secrets[0]?.secret ?? ''}`
  const unsubscribe = {
    label: unsubscribeLabel(language),
    url: pageAt(settings.publicUrl.href, `api/unsubscribe/${token}`),
  }
  return {
    ...addressed(settings, outgoing),
    text: `${render(content, plainFormat(TEXT_MAX))}\n\n-- \n${unsubscribe.label}: ${unsubscribe.url}\n`,
    html: renderHtml(content, language, [unsubscribe]),
    list: { unsubscribe: { url: unsubscribe.url } },
    headers: { 'Auto-Submitted': 'auto-generated', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

// The Message-ID is the same in every attempt, so that mail programs show a repeated one once.
function addressed({ from }: EmailSettings, { id, content, channel }: Outgoing) {
  const domain = /@([A-Za-z0-9.-]+)/.exec(from)?.[1] ?? 'pantau'
  return {
    to: { name: '', address: channel.settings.address ?? '' },
    subject: oneLine(content.title, SUBJECT_MAX),
    messageId: `<${id}.${channel.id}@${domain}>`,
  }
}

interface MailError extends Error {
  readonly code?: string
  readonly responseCode?: number
  readonly command?: string
}

// A 5xx about the address or the message is final; one about our own access is the operator's to fix, and tried again.
function judge({ code, responseCode, command = '', message }: MailError): Attempt {
  const final = responseCode !== undefined && responseCode >= 500 && /^(RCPT TO|DATA)/.test(command)
  const detail = shortened(message)
  return {
    outcome: final ? 'refused' : 'failed',
    status: responseCode ?? null,
    detail: detail || (code ?? 'No response.'),
  }
}

function statusOf(response: string): number | null {
  const status = Number(response.slice(0, 3))
  return Number.isInteger(status) && status > 0 ? status : null
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
}
