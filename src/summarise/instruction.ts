import { plainText } from './clean.ts'

// Whether a text addresses a language model rather than people. Such a mention is counted like any other, but it is not used for
// summaries: no model reads it and no sentence cites it. This is the second line of defence against prompt injection; the first is
// that mentions are passed as data, the third that every sentence is verified.
export function looksLikeInstruction(text: string): boolean {
  const folded = plainText(text).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
  return PATTERNS.some((pattern) => pattern.test(folded))
}

const PATTERNS = [
  // News may report that a court's orders are ignored; only an injection says to ignore "your", "all" or "previous" instructions.
  /\b(?:ignore|disregard|forget|override|bypass)\b(?: \w+){0,3}? (?:your|all|any|previous|prior|earlier|above|these|system)\b(?: \w+){0,3}? (?:instructions?|prompts?|guidelines|directions)\b/u,
  /\b(?:ignore|disregard|forget) (?:all|everything) (?:of )?(?:the )?(?:above|before|previous)\b/u,
  /\b(?:abaikan|lupakan|hiraukan|langgar|jangan (?:ikuti|turuti))(?:lah)? (?:\p{L}+ ){0,2}?(?:instruksi|perintah|prompt|aturan|petunjuk|arahan)(?:mu\b| (?:\p{L}+ ){0,2}?(?:sebelumnya|terdahulu|di atas|tadi|kamu|anda|sistem|awal)\b)/u,
  /\b(?:system|developer) (?:prompt|message)\b|\bprompt sistem\b/u,
  /\b(?:you are|act as|kamu adalah|anda adalah|berperanlah sebagai) (?:now )?(?:an? |the |sebuah )?(?:ai|chatgpt|assistant|asisten|language model|model bahasa|llm|bot)\b/u,
  /<\|[a-z_]+\|>|\[\/?inst\]|<<sys>>|###\s*(?:system|instruction|instruksi)|(?:^|\s)(?:assistant|system)\s*:/u,
  /\b(?:respond|reply|answer|output|jawab(?:lah)?|balas(?:lah)?) (?:only|hanya|just)\b|\b(?:in|dalam|pada) (?:your|the|this) summar(?:y|ies)\b.{0,40}\b(?:write|say|state|include|add)\b/u,
  /\b(?:tulis|tuliskan|sebutkan|write|say|state)\b.{0,30}\b(?:di|dalam|pada|in) (?:ringkasan|rangkuman|(?:your|the) summary)\b/u,
  /\b(?:ringkasan|rangkuman|summary)\b.{0,20}\b(?:harus|wajib|must|should) (?:berisi|menulis|mengatakan|say|contain|include)\b/u,
]
