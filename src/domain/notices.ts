import type { ChannelKind, OffReason } from './channel.ts'
import type { Language, MessageContent, MessageItem, MessageLink } from './message.ts'

// The messages about the delivery itself, in the language of their receiver.

export function testContent(language: Language, channelName: string): MessageContent {
  const text = TEXTS[language]
  return { title: text.testTitle, blocks: [{ kind: 'text', text: text.test(channelName) }], links: [] }
}

// Sent to an address that may belong to someone else, so it contains no word that a user can choose.
export function confirmationContent(language: Language, address: string): MessageContent {
  const text = TEXTS[language]
  return { title: text.confirmTitle, blocks: [{ kind: 'text', text: text.confirm(address) }], links: [] }
}

export function confirmationLabel(language: Language): string {
  return TEXTS[language].confirmLabel
}

export function unsubscribeLabel(language: Language): string {
  return TEXTS[language].unsubscribe
}

export function channelOffContent(
  language: Language,
  channel: { readonly name: string; readonly kind: ChannelKind },
  reason: OffReason,
  detail: string,
): MessageContent {
  const text = TEXTS[language]
  return {
    title: text.offTitle(channel.name),
    blocks: [{ kind: 'text', text: `${text.off[reason]}${detail === '' ? '' : ` (${detail})`} ${text.offAdvice}` }],
    links: [],
  }
}

// The response to a code that was sent to the bot; `name` is null for a code that is unknown or has expired.
export function channelConnected(language: Language, name: string | null): string {
  const text = TEXTS[language]
  return name === null ? text.unknownCode : text.connected(name)
}

const GROUP_ITEMS_MAX = 10

// One message for several: their titles, and how many more there are.
export function groupContent(language: Language, contents: readonly MessageContent[], links: readonly MessageLink[]) {
  const text = TEXTS[language]
  const items: MessageItem[] = contents
    .slice(0, GROUP_ITEMS_MAX)
    .map(({ title, links: [first] }) => ({ text: title, url: first?.url ?? null }))
  const more = contents.length - items.length
  return {
    title: text.groupTitle(contents.length),
    blocks: [
      { kind: 'list', title: '', items },
      ...(more > 0 ? [{ kind: 'text', text: text.more(more) } as const] : []),
    ],
    links,
  } satisfies MessageContent
}

export function inboxLabel(language: Language): string {
  return TEXTS[language].inbox
}

const TEXTS = {
  id: {
    testTitle: 'Pesan uji dari Pantau',
    test: (name: string) =>
      `Saluran "${name}" berfungsi: pesan ini dikirim lewat jalur yang sama dengan pesan lainnya.`,
    confirmTitle: 'Konfirmasi alamat e-mail Anda untuk Pantau',
    confirm: (address: string) =>
      `Seorang pengguna Pantau ingin menerima pesan di ${address}. Jika itu Anda, buka tautan dalam e-mail yang kami kirim ke alamat itu. Jika bukan, abaikan: tidak ada pesan lain yang akan dikirim.`,
    confirmLabel: 'Konfirmasi alamat ini',
    connected: (name: string) => `Obrolan ini sekarang menerima pesan saluran "${name}".`,
    unknownCode: 'Kode ini tidak dikenal atau sudah kedaluwarsa. Buat kode baru di dasbor Pantau.',
    unsubscribe: 'Berhenti menerima pesan di alamat ini',
    offTitle: (name: string) => `Saluran "${name}" dimatikan`,
    off: {
      gone: 'Penerima menyatakan bahwa alamat ini tidak ada lagi.',
      failing: 'Pengiriman gagal terus selama seminggu.',
      unsubscribed: 'Penerima berhenti berlangganan.',
      owner: 'Pemiliknya mematikan saluran ini.',
    },
    offAdvice: 'Pesan tetap ada di kotak masuk. Periksa saluran, lalu nyalakan kembali.',
    groupTitle: (count: number) => `${count} pemberitahuan baru`,
    more: (count: number) => `dan ${count} lagi`,
    inbox: 'Buka kotak masuk',
  },
  en: {
    testTitle: 'Test message from Pantau',
    test: (name: string) => `The channel "${name}" works: this message was delivered in the same way as all others.`,
    confirmTitle: 'Confirm your e-mail address for Pantau',
    confirm: (address: string) =>
      `A user of Pantau wants to receive messages at ${address}. If that is you, open the link in the e-mail that we sent to this address. If not, ignore it: nothing else will be sent.`,
    confirmLabel: 'Confirm this address',
    connected: (name: string) => `This chat now receives the messages of the channel "${name}".`,
    unknownCode: 'This code is unknown or has expired. Create a new one in the Pantau dashboard.',
    unsubscribe: 'Stop messages to this address',
    offTitle: (name: string) => `The channel "${name}" was switched off`,
    off: {
      gone: 'The receiver reported that this address no longer exists.',
      failing: 'Delivery failed for a week.',
      unsubscribed: 'The receiver unsubscribed.',
      owner: 'Its owner switched it off.',
    },
    offAdvice: 'Messages are still in the inbox. Check the channel and switch it on again.',
    groupTitle: (count: number) => `${count} new messages`,
    more: (count: number) => `and ${count} more`,
    inbox: 'Open the inbox',
  },
} as const satisfies Record<Language, unknown>
