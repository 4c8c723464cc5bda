import { type Described, describeWith, type Patterns, readCoded } from './coded.ts'

// The API writes English for programs. Its messages are read here as a code with parameters, so that each language has its own text; a
// message without a code is described by its status alone (`describeError`).
const PATTERNS = [
  // 1: the user name.
  ['usernameTaken', /^username: "(.*)" is taken/],
  ['passwordWrong', /^password\.old is not your password/],
  ['passwordSame', /^password\.new must differ/],
  // 1: the smallest length.
  ['passwordShort', /^password(?:\.new)? must (?:have at least|NOT have fewer than) (\d+) characters/],
  ['passwordName', /^password(?:\.new)? must not contain the user name/],
  ['passwordCommon', /^password(?:\.new)? is one of the most common/],
  ['ownRole', /^(?:disabled: you cannot disable yourself|roles: you cannot take)/],
  ['scopesLimited', /^scopes: a key that is limited/],
  ['scopesAdmin', /^scopes: only an administrator/],
  ['gone', /(?:^|: )(?:no|you have no) [a-z]+(?: of yours| with)? (?:has )?the id "/i],
  ['gone', /^There is (?:no feed at this address|nothing at)|is not one of the mentions drawn|you have not labelled/],
  // 1: how many are needed.
  ['auditTooFew', /^filter: fewer than (\d+) mentions/],
  ['auditNoMore', /^size must be above/],
  ['periodsOverlap', /^periods must/],
  // 1: the settings.
  ['kindOff', /^kind \w+ cannot be used: the operator has not set (.*)\.$/],
  ['timeZone', /^(?:quiet\.)?timeZone: ".*" is not a time zone/],
  ['quietSame', /^quiet\.from and quiet\.to must differ/],
  // 1: how many days.
  ['rangeTooLong', /^from and to must be at most (\d+) days apart/],
  ['fromBeforeTo', /^from must be before to/],
  ['inThePast', /^from must be in the past/],
  ['endBeforeStart', /^endDate must not be before startDate/],
  ['timeAhead', /^(?:snoozedUntil|expiresAt) must be in the next/],
  ['dayInvalid', /^(?:\w+) must be (?:a real day|a day as|an ISO 8601|in the years)/],
  ['noBrief', /^There is no brief yet/],
  ['noSummary', /^There is no summary/],
  ['noQuota', /^This user has no quota/],
  // 1: how many are allowed.
  ['tooManyOf', /(?:You can have|An account has|A project has|A report can have) at most (\d+)/i],
  // 1: how many are selected, 2: how many are allowed.
  ['bulkTooMany', /^filter: it selects (\d+) mentions; one change may have at most (\d+)/],
  ['nothingSelected', /^Send either filter or ids/],
  ['confirmations', /^At most (\d+) addresses can be confirmed/],
  ['channelOff', /^The channel is off/],
  ['channelUnconfirmed', /^The channel is not confirmed/],
  ['delivering', /^The message is being delivered/],
  // 1: the host name.
  ['noFeeds', /^url: (\S+) has no feeds of its own/],
  ['youtubeChannel', /^(?:url: give a YouTube channel|platform must be youtube)/],
  ['urlInvalid', /^url cannot be used: only http and https/],
  ['urlPort', /^url cannot be used: only the ports/],
  ['urlCredentials', /^url (?:must not contain a user name|cannot be used: credentials)/],
  ['urlPrivate', /^url cannot be used/],
  ['urlInvalid', /^url must (?:be an address|begin with)/],
  ['topicInvalid', /^topic must be/],
  ['emailInvalid', /^address must be an e-mail|^email must match format/],
  // 1: the position. Expressions, and searches.
  ['quoteOpen', /The quotation mark at character (\d+) is never closed/],
  ['termEmpty', /The term at character (\d+) is empty/],
  // 1: the term, 2: the position.
  ['termSilent', /The term "(.*)" at character (\d+) has no letter/],
  ['keywordEmpty', /The keyword is empty/],
  // 1: the operators, as the message names them.
  ['termBetween', /There is no term (?:between|before|after) (.*?)\. /],
  // 1: how many, 2: the most.
  ['searchLong', /^q has (\d+) terms: write at most (\d+)/],
  ['searchWrong', /^q /],
  ['fileOld', /of an old kind \(XLS\)/],
  ['fileKind', /The file is (?:a web page or XML|not a text|no workbook|a damaged workbook)|^Send one of /],
  ['fileDates', /^The dates (?:have no common order|can be read in two ways)/],
  ['fileLarge', /^The (?:file is larger|workbook (?:holds too much|is too large)|body is too large)/],
  // 1: the columns found, 2: the most.
  ['fileColumns', /^The first row has (\d+) columns; at most (\d+)/],
  // 1: the column.
  ['fileColumn', /^map: The file has no column "(.*?)"/],
  ['fileQueue', /^Too many files are being imported/],
  ['fileEdited', /^The project was edited during the import/],
  // From here on, 1 is the field.
  ['required', /^(\S+) is required (?:in the|for a channel)/],
  ['required', /^(rule|quiet) must have /],
  // 2: the limit.
  ['tooShort', /^(\S+) must NOT have fewer than (\d+) (?:characters|items|properties)/],
  ['tooLong', /^(\S+) must NOT have more than (\d+) (?:characters|items|properties)/],
  ['tooSmall', /^(\S+) must be (?:>=?) (-?[\d.]+)/],
  ['tooLarge', /^(\S+) must be (?:<=?) (-?[\d.]+)/],
  ['twice', /^(\S+) must NOT have duplicate|^(\S+): ".*" (?:must be listed once|occurs twice)/],
  ['characters', /^(\S+) in the \w+ must not contain/],
  ['invalid', /^([a-z][^\s:"]*)(?:: ".*")?:? (?:must (?:be|match|have|begin|NOT|not)|is not )/],
] as const satisfies Patterns

export type Refusals = Described<(typeof PATTERNS)[number][0]>

// Null for a message that has no code.
export const readRefusal = (message: string) => readCoded(PATTERNS, message)

export const describeRefusalsWith = (refusals: Refusals) => describeWith(PATTERNS, refusals)

// The name of a field in the person's language; without one, `otherwise`, because the name in a request means nothing to people.
export function fieldNamed(names: Readonly<Record<string, string>>, otherwise: string): (field?: string) => string {
  return (field = '') => names[field] ?? names[field.split('.').at(-1) ?? ''] ?? otherwise
}
