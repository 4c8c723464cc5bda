import { hashWord } from './hash.ts'

// Chat spellings and the words they stand for. Only common words whose short form is unambiguous: the model learns the rest from
// its character n-grams. Written for this project.
const SPELLINGS = `
tidak: tdk tak gak ga gk nggak ngga enggak engga kagak kaga ndak nda nggk gkk tdak endak kgk gakk ngak
yang: yg nyang
banget: bgt bngt bgtt banged bingit bingits bgd
dengan: dgn dg
sudah: sdh udah udh dah uda sudh
belum: blm blum
jangan: jgn jngn
bukan: bkn
tapi: tp tpi tetapi tapii
saja: aja aj sj
sama: sm
karena: krn krna karna
juga: jg jga
kalau: kalo klo kl klau kalu
banyak: bnyk byk
orang: org orng
semua: smua smw
bagus: bgs
terimakasih: makasih makasi mksh trims thx tengkyu maksih terimakasi
saya: sy
aku: gue gw gua ak aq akuu
kamu: lu elu elo km kmu
kenapa: knp knapa napa
gimana: gmn gmna
sangat: sgt
seperti: kayak kyk sprti
kurang: krg krng
lagi: lg lgi
hari: hr
untuk: utk
dari: dr dri
pada: pd
dalam: dlm
bisa: bs bsa
sampai: sampe smpe smpai
pakai: pake pke
lebih: lbh
dapat: dpt dapet
begitu: gitu gtu
begini: gini
memang: emang emg mmg
cepat: cpt cepet
makan: mkn
harga: hrg
enak: enk
senang: seneng sneng
benar: bener bnr
malas: males mls
tolong: tlg tlong
masih: msh
kecewa: kcewa kecewaa
jelek: jlek
parah: prah
bangsat: bangsad bgst bngst
anjing: anjir anjay njir anjg
goblok: gblk goblog
bodoh: bdh bodo
sekali: skali
sekarang: skrg skrng
pernah: prnh
kecil: kcil
besar: bsr gede
rusak: rsk
mantap: mantab mantul mantep
cinta: cintaa
please: pls plz
you: u
your: ur
good: gud
great: gr8
because: cuz coz
`

const NEGATORS = `
tidak bukan belum jangan tanpa kurang tiada
ora ra mboten dudu durung teu henteu moal acan indak ndak lok enje tusing dang daong
not no never dont doesnt didnt isnt wasnt arent cant couldnt wont wouldnt without hardly aint
`

// Emoji of the same emotion share a feature, so that rare ones benefit from the common ones.
const EMOTIONS = [
  '😀😁😂🤣😃😄😅😆😊😋😎😍😘🥰😗😙😚🙂🤗🤩😇🥳😻👍👏🙌💪🎉✨🌹🌸💐🔥💯👌🤝🙏✌🤟😸😺🫶🤲🏆⭐🌟',
  '❤💕💖💗💙💚💛💜🖤🤍🤎💓💞💘💝♥🧡💟',
  '😒😞😔😟😕🙁☹😣😖😫😩😢😭😤😠😡🤬🤯😨😰😥😓🤢🤮👎💔😪🙄😾😿🥺😑😐🤦🤷😱😷🤒🤕🥴',
  '🤡💩🐷🐀🖕👹👺🐍🚮☠',
]

const SPELLING = new Map<number, number>()
for (const line of SPELLINGS.trim().split('\n')) {
  const [standard, variants] = line.split(':') as [string, string]
  for (const variant of variants.trim().split(' ')) SPELLING.set(hashWord(variant), hashWord(standard))
}

const NEGATOR = new Set(NEGATORS.trim().split(/\s+/).map(hashWord))

const EMOTION = new Map<number, number>()
EMOTIONS.forEach((group, emotion) => {
  for (const emoji of group) EMOTION.set(emoji.codePointAt(0) as number, emotion)
})

// The hash of the standard spelling of a hashed word.
export function standardSpelling(word: number): number {
  return SPELLING.get(word) ?? word
}

export function isNegator(word: number): boolean {
  return NEGATOR.has(word)
}

// The emotion group of an emoji, or -1.
export function emotionOf(codePoint: number): number {
  return EMOTION.get(codePoint) ?? -1
}
