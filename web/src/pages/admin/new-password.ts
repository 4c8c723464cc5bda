// Without characters that look alike or change with the keyboard's layout.
const CHARACTERS = 'abcdefghjkmnpqrstuvwx23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

// A password to be read aloud or copied: `k7mq-x2pf-9dhw-v3tr`, with 77 bits of randomness.
export function newPassword(): string {
  const group = (): string => Array.from({ length: GROUP_LENGTH }, randomCharacter).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

// Bytes that would make the first characters more likely are drawn again.
function randomCharacter(): string {
  const limit = 256 - (256 % CHARACTERS.length)
  for (;;) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < limit) return CHARACTERS.charAt(byte % CHARACTERS.length)
  }
}
