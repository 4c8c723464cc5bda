// Why something was refused, for programs that say it in their own words: a code, and the values that such a sentence needs. The message
// beside it is English and may be rewritten; a code and its values stay.
export const REASONS = {
  // Accounts, sessions, keys and links.
  usernameTaken: ['name'],
  passwordWrong: [],
  passwordSame: [],
  passwordShort: ['least'],
  passwordLong: ['most'],
  passwordName: [],
  passwordCommon: [],
  logInWrong: [],
  loggedOut: [],
  keyUnknown: [],
  attempts: ['seconds'],
  adminOnly: [],
  keyLimited: [],
  keyRequests: ['seconds'],
  ownRole: [],
  scopesLimited: [],
  scopesAdmin: [],
  linkPassword: [],
  linkPasswordWrong: [],
  // What is not there, and what there is enough of.
  gone: [],
  noBrief: [],
  noSummary: [],
  noQuota: [],
  foreignProject: [],
  tooManyOf: ['most'],
  // Audits, and changes of many mentions.
  auditTooFew: ['least'],
  auditNoMore: [],
  bulkTooMany: ['selected', 'most'],
  nothingSelected: [],
  // Days and times.
  timeZone: [],
  dayInvalid: [],
  fromBeforeTo: [],
  inThePast: [],
  endBeforeStart: [],
  timeAhead: [],
  rangeTooLong: ['days'],
  periodsOverlap: [],
  quietSame: [],
  // Channels.
  kindOff: ['setting'],
  confirmations: ['most'],
  channelOff: [],
  channelUnconfirmed: [],
  delivering: [],
  topicInvalid: [],
  emailInvalid: [],
  // Addresses.
  noFeeds: ['host'],
  youtubeChannel: [],
  urlInvalid: [],
  urlProtocol: [],
  urlPort: [],
  urlCredentials: [],
  urlPrivate: [],
  // Expressions and searches. A position is counted in characters, from 1.
  keywordEmpty: [],
  quoteOpen: ['position'],
  termEmpty: ['position'],
  termSilent: ['term', 'position'],
  termMissing: ['position'],
  searchLong: ['terms', 'most'],
  // Files.
  fileOld: [],
  fileKind: [],
  fileDates: [],
  fileLarge: [],
  fileColumns: ['columns', 'most'],
  fileColumn: ['column'],
  fileEdited: [],
  fileQueue: [],
  fileSpace: [],
  fileFailed: [],
  // Rows of a file.
  rowNoId: [],
  rowNoText: [],
  rowNoPlatform: [],
  rowNoDate: [],
  rowPlatform: ['value'],
  rowAddress: ['value'],
  rowDate: ['value'],
  rowCount: ['value', 'column'],
  rowLong: [],
  rowNotJson: [],
  rowCut: [],
  rowBroken: [],
  // A field, by its path in the request.
  required: ['field'],
  tooShort: ['field', 'least'],
  tooLong: ['field', 'most'],
  tooFew: ['field', 'least'],
  tooMany: ['field', 'most'],
  tooSmall: ['field', 'least'],
  tooLarge: ['field', 'most'],
  twice: ['field'],
  characters: ['field'],
  invalid: ['field'],
  // The service.
  bodyLarge: [],
  overloaded: [],
  stopping: [],
  noBrowser: [],
  notPrinted: [],
  // The request as a whole: a mistake of the program that sent it.
  misused: [],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type ReasonCode = keyof typeof REASONS
type ValuesOf<Names extends readonly string[], Value> = { [At in keyof Names]: Value }

// `['tooShort', 'group', 2]`: each code with as many values as it has names.
export type Reason = { [C in ReasonCode]: readonly [C, ...ValuesOf<(typeof REASONS)[C], string | number>] }[ReasonCode]

// What is wrong with a value, for both kinds of readers.
export interface Fault {
  readonly message: string
  readonly reason: Reason
}

// What a language says for each code, from the values as text.
export type ReasonTexts = { readonly [C in ReasonCode]: (...values: ValuesOf<(typeof REASONS)[C], string>) => string }
