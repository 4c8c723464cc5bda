import { STOP_WORDS } from '../text/terms-stop.ts'

// Words that cannot be part of a theme: reporting verbs, words about the text itself, times, outlets, and words that only connect.
const REPORTING = list(`
tersebut mengatakan menyebut menyebutkan menyatakan menegaskan menjelaskan menuturkan mengungkapkan menambahkan mengaku
menilai menyampaikan memaparkan menanggapi membenarkan membantah mengakui ungkap ungkapnya ujarnya katanya jelasnya
tuturnya ucapnya imbuhnya terang terangnya papar paparnya tegas tegasnya tambahnya lanjutnya pungkasnya pungkas tandasnya
tandas kutip dikutip dilansir melansir lansir laporan reporter foto video dok dokumentasi istimewa wartawan redaksi simak klik
selengkapnya berita artikel editor penulis kontributor sumber keterangan pernyataan siaran pers konferensi jumpa
diketahui dikatakan disebut disebutkan diungkapkan dijelaskan dilakukan melakukan dilaporkan mengenai menjadi membuat
berdasarkan sehubungan sebelumnya selanjutnya berikut ikuti cek info thread update breaking guys gaes
tahun bulan pekan hari pagi siang sore malam dini jam pukul menit detik kemarin besok lusa lalu mendatang nanti tadi
akhir awal pertengahan kali sempat langsung benar tepat terakhir pertama kedua ketiga keempat kelima berikutnya sejauh
said says told added report reports reported reporting according news article photo image courtesy statement
year years month months week weeks day days morning evening night yesterday tomorrow monday tuesday wednesday thursday
friday saturday sunday january february march april june july august september october november december
ribu juta miliar triliun ratus puluh belas empat lima enam tujuh delapan sembilan sepuluh persen rupiah dolar hundred
thousand million billion percent rp usd vs jl ayat kemudian unit milik`)
const OUTLETS = list(`
cnn cnbc kompas kompascom detik detikcom detiknews tempo tempoco tribun tribunnews liputan6 merdeka antara antaranews
republika kumparan okezone sindonews viva vivanews jpnn jawapos suaracom bisnis bisniscom kontan katadata tirto beritasatu
inews rmol idntimes juara juaranet goal goalcom rappler dailysocial wartakota mediaindonesia bbc reuters afp espn
instagram twitter facebook youtube tiktok whatsapp com net co id www http https`)
// Words that a formal or a chat sentence is full of, and that say nothing beside another word.
const VAGUE = list(`
pihak pihaknya hal-hal kondisi situasi proses upaya bentuk bagian jumlah sisi posisi level hasil tujuan alasan kegiatan acara
adapun ditambah bukanlah adanya terlihat tampak tampaknya termasuk bersama-sama masing belakangan sejatinya sesungguhnya
akibat seputar seiring seandainya misalkan seberat setinggi sebesar seluas sejauh selama sepanjang seharga senilai deretan sejenis
latar belakang gagal kehadiran dugaan keterlibatan signifikan sebentar omahku kelebon mbiyantu usum seringkali senantiasa acapkali kerapkali laman situs ekor media lokal si ketinggian tembus tepatnya kejadian peristiwa lokasi penyebab kalangan dampak gambar header terkait
lumayan banget doang mulu abis bener parah gila buset anjir mantap keren kesel ampun miris semoga terima kasih makasih
mohon tolong alhamdulillah insya allah amin selamat matur nuwun hatur tenan pisan sumpah asli serius literally finally
ga gajadi gatau gamau gabisa gk tag tulis tampil bikin bantu kena ketemu seusai murni tamat niat secercah putar mikir nyoba ribuan ratusan puluhan belasan jutaan
really actually simply currently recently lot lots kind sort bit able`)
// Words that need what follows them.
const UNFINISHED = list(`
musim seri bidang ajang judul pendiri sentuhan inisiatif edisi versi jalur babak putaran kategori nomor program kepala band`)
// Titles and offices: a theme needs the name or the matter beside them.
const TITLES = list(`
politikus politisi simpatisan kader pengamat jubir aktivis ketua umum wakil kepala direktur utama menteri presiden gubernur bupati wali kota walikota anggota juru bicara sekretaris
jenderal komisaris besar polisi kapolres kapolda kapolri kapolsek kabid humas kasat reskrim kompol akbp akp brigjen irjen
manajer manager pelatih pemain kapten ceo chief executive president minister chairman director head deputy vice spokesman
spokesperson senior bapak ibu pak haji dokter dr prof profesor warga masyarakat korban pelaku tersangka orang rakyat
pemerintah negara daerah provinsi kabupaten kecamatan kelurahan desa kawasan wilayah jalan kantor pusat badan lembaga
dinas tim partai republik dewan perwakilan deputi pengembangan ri pt tbk tb kementerian komisi fraksi divisi pasal dpr mpr dpd dprd mk
ma kpu polri tni polda polres polsek kejaksaan pengadilan majelis hakim dirjen menko menpar kemenpar`)
const PLACES = list(`
aceh sumatera sumatra utara selatan barat timur tengah daya riau kepulauan jambi bengkulu lampung bangka belitung banten jakarta
dki jawa yogyakarta jogja bali nusa tenggara ntb ntt kalimantan sulawesi gorontalo maluku papua pegunungan indonesia medan
padang palembang bandung semarang surabaya makassar denpasar bekasi depok tangerang bogor bogor malang solo surakarta cirebon
batam pekanbaru pontianak samarinda balikpapan banjarmasin manado ambon jayapura kupang mataram kendari palu garut demak
karawang senayan kuningan sudirman thamrin menteng amerika serikat inggris malaysia singapura thailand filipina vietnam
jepang korea china tiongkok india australia rusia jerman prancis spanyol italia belanda arab saudi united states kingdom asia eropa
tanah air ibu nasional internasional dunia sungai pulau gunung`)

// Nouns and adjectives that begin like a verb.
const NOT_VERBS = list(`
dinas digital direktur diskon disiplin dividen diplomasi diplomat diplomatik distribusi disabilitas dialog diri direksi
divisi disparitas distrik diabetes diare diesel diskusi diskriminasi distributor disertasi dirjen dipa diklat difabel dimensi
terminal teror teroris terorisme teritorial terapi terigu terumbu teras tertib teruna terkini tertua termurah terbuka
berita berlian beras berkas berat berani berkah berkala bersih bersama bermotor berdarah berencana berkelanjutan berbahaya
bermasalah bersubsidi berbayar berbasis berlebih bertahap
merek mesin media menteri medis meja menu metode meter member menara merah mental mentah mendiang mebel melati melayu memori
meteor meteorologi metro metropolitan meningitis mess mewah merdeka medali menengah menstruasi mentor megawati megaproyek
kementerian keadilan nyamuk nyaman meluas merpati melon memo memar menir meriam merica nyonya`)
const VERB = /^(?:me(?:m|n|ng|ny|l|r|w|y)\p{L}{3,}|di\p{L}{4,}|ber\p{L}{4,}|ter\p{L}{4,}|n[gy]\p{L}{4,})$/u
const AMOUNT = /^(?:rp|usd)\d/u
// `-nya` refers to something outside the phrase; `-ly` is an adverb.
const PARTICLE = /(?:\p{L}{3}nya|\p{L}{3}ly|n't|'s|lah|kah|pun)$/u

// Whether a word may be part of a theme at all.
export function canBeInTheme(word: string): boolean {
  return (
    word.length > 1 &&
    !AMOUNT.test(word) &&
    !STOP_WORDS.has(word) &&
    !REPORTING.has(word) &&
    !OUTLETS.has(word) &&
    !VAGUE.has(word) &&
    !isVerb(word)
  )
}

// A theme of such words alone names an office, a place or a group of people, and not what is said.
export function isBackdrop(word: string): boolean {
  return TITLES.has(word) || PLACES.has(word)
}

export function canEndTheme(word: string): boolean {
  return !UNFINISHED.has(word)
}

export function isTitle(word: string): boolean {
  return TITLES.has(word)
}

function isVerb(word: string): boolean {
  return (VERB.test(word) && !NOT_VERBS.has(word)) || PARTICLE.test(word)
}

function list(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}
