import type { Channel } from '../domain/channel.ts'
import { confirmationContent } from '../domain/notices.ts'
import { Refusal } from '../domain/problem.ts'
import type { Db } from '../store/db.ts'
import { countConfirmations, newCode, setCode } from '../store/watching/channels.ts'
import { readLanguage } from '../store/watching/languages.ts'
import { addConfirmation, addMessage } from '../store/watching/outbox.ts'

const CODE_MINUTES = 30
// So that an account cannot make Pantau flood an address of another person.
const CONFIRMATIONS_PER_DAY_MAX = 20
const DAY_SECONDS = 86_400

// Starts the confirmation of an unconfirmed channel. For a chat it returns the code to send to the bot; to an e-mail address the
// outbox sends a link, whose code is created when it is sent and only in that e-mail.
export async function beginConfirmation(tx: Db, channel: Channel): Promise<string | null> {
  if (channel.state !== 'unconfirmed') return null
  if (channel.kind === 'telegram') {
    const code = newCode()
    await setCode(tx, channel.id, code, CODE_MINUTES)
    return code
  }
  const { accountId, id } = channel
  if ((await countConfirmations(tx, accountId)) >= CONFIRMATIONS_PER_DAY_MAX)
    throw new Refusal(
      'too-many',
      `At most ${CONFIRMATIONS_PER_DAY_MAX} addresses can be confirmed in a day. Try again tomorrow.`,
      ['confirmations', CONFIRMATIONS_PER_DAY_MAX],
      DAY_SECONDS,
    )
  const messageId = await addMessage(tx, {
    accountId,
    type: 'notice',
    incidentId: null,
    data: { notice: 'confirmation', channel_id: id },
    content: confirmationContent(await readLanguage(tx, accountId), channel.settings.address ?? ''),
    channels: [],
  })
  await addConfirmation(tx, messageId, id)
  return null
}
