import type { Language } from '../domain/message.ts'

// Numbers and names are passed in as they are shown.
export interface BriefWords {
  nothing(since: string): string
  title(name: string, seen: string): string
  titleMore(name: string, seen: string, others: string): string
  late(due: string): string
  since(time: string): string
  seen(name: string, count: string): string
  usual(mean: string, weeks: string): string
  negative(share: string): string
  negativeBefore(share: string): string
  readonly atLeast: string
  readonly otherProjects: string
  unchanged(count: string): string
  newStories(name: string): string
  grownStories(name: string): string
  newStory(count: string, text: string): string
  grownStory(count: string, before: string, text: string): string
  incidents(name: string, count: string): string
  incident(name: string, since: string, isOpen: boolean): string
  newAuthors(name: string): string
  newWords(name: string): string
  counted(thing: string, count: string): string
  audited(name: string, share: string, low: string, high: string): string
  missed(name: string, hours: string): string
  gap(from: string, to: string, source: string | null): string
  feeds(count: string): string
  quota(left: string, spent: string): string
  quotaDays(days: string): string
  readonly open: string
  readonly report: string
}

export const BRIEF_WORDS: Readonly<Record<Language, BriefWords>> = {
  en: {
    nothing: (since) => `Nothing new since ${since}.`,
    title: (name, seen) => `${name}: ${seen} new mentions`,
    titleMore: (name, seen, others) => `${name}: ${seen} new mentions, and news in other projects: ${others}`,
    late: (due) => `This brief is late: it was due at ${due}.`,
    since: (time) => `Since ${time}`,
    seen: (name, count) => `${name}: ${count} mentions`,
    usual: (mean, weeks) => `${mean} on the same days of earlier weeks (${weeks} compared)`,
    negative: (share) => `${share} % negative`,
    negativeBefore: (share) => `(${share} % before)`,
    atLeast: 'lower bound: some hours were not collected',
    otherProjects: 'Other projects',
    unchanged: (count) => `Projects with nothing new: ${count}.`,
    newStories: (name) => `${name}: new stories`,
    grownStories: (name) => `${name}: stories that grew`,
    newStory: (count, text) => `${count} × “${text}”`,
    grownStory: (count, before, text) => `${count} more, ${before} before: “${text}”`,
    incidents: (name, count) => `${name}: incidents (${count})`,
    incident: (name, since, isOpen) => `“${name}” since ${since}${isOpen ? ', still open' : ', over'}`,
    newAuthors: (name) => `${name}: new authors`,
    newWords: (name) => `${name}: new words`,
    counted: (thing, count) => `“${thing}” (${count})`,
    audited: (name, share, low, high) =>
      `${name}: ${share} % negative as people judge it (${low} to ${high} % with 95 % confidence).`,
    missed: (name, hours) => `${name}: not collected (hours over all sources: ${hours})`,
    gap: (from, to, source) => `${source ?? 'All sources'}: ${from} to ${to}`,
    feeds: (count) => `Feeds that stopped being readable: ${count}`,
    quota: (left, spent) => `Quota: ${left} left; the last seven days cost ${spent}.`,
    quotaDays: (days) => `At this pace it lasts ${days} days.`,
    open: 'Open in the dashboard',
    report: 'Open the report',
  },
  id: {
    nothing: (since) => `Tidak ada yang baru sejak ${since}.`,
    title: (name, seen) => `${name}: ${seen} mention baru`,
    titleMore: (name, seen, others) => `${name}: ${seen} mention baru, dan kabar di proyek lain: ${others}`,
    late: (due) => `Ringkasan ini terlambat: jadwalnya ${due}.`,
    since: (time) => `Sejak ${time}`,
    seen: (name, count) => `${name}: ${count} mention`,
    usual: (mean, weeks) => `biasanya ${mean} pada hari yang sama (${weeks} minggu dibandingkan)`,
    negative: (share) => `${share} % negatif`,
    negativeBefore: (share) => `(sebelumnya ${share} %)`,
    atLeast: 'batas bawah: beberapa jam tidak terkumpul',
    otherProjects: 'Proyek lain',
    unchanged: (count) => `Proyek tanpa kabar baru: ${count}.`,
    newStories: (name) => `${name}: cerita baru`,
    grownStories: (name) => `${name}: cerita yang membesar`,
    newStory: (count, text) => `${count} × “${text}”`,
    grownStory: (count, before, text) => `bertambah ${count}, sebelumnya ${before}: “${text}”`,
    incidents: (name, count) => `${name}: insiden (${count})`,
    incident: (name, since, isOpen) => `“${name}” sejak ${since}${isOpen ? ', masih berlangsung' : ', selesai'}`,
    newAuthors: (name) => `${name}: penulis baru`,
    newWords: (name) => `${name}: kata baru`,
    counted: (thing, count) => `“${thing}” (${count})`,
    audited: (name, share, low, high) =>
      `${name}: ${share} % negatif menurut penilaian orang (${low} sampai ${high} % dengan keyakinan 95 %).`,
    missed: (name, hours) => `${name}: tidak terkumpul (jam dari semua sumber: ${hours})`,
    gap: (from, to, source) => `${source ?? 'Semua sumber'}: ${from} sampai ${to}`,
    feeds: (count) => `Feed yang tidak lagi terbaca: ${count}`,
    quota: (left, spent) => `Kuota: tersisa ${left}; tujuh hari terakhir memakai ${spent}.`,
    quotaDays: (days) => `Dengan laju ini cukup untuk ${days} hari.`,
    open: 'Buka di dasbor',
    report: 'Buka laporan',
  },
}
