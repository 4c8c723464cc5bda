// Words by which Indonesian news reports what is bad or good for whom it is about. The sentiment model is trained on posts, where people
// say what they feel; an article reports an event in neutral words (`tewas`, `tersangka`, `juara`), which that model does not recognise.
const BAD = wordsOf(`
  tewas meninggal wafat mati kematian korban luka terluka cedera sakit dirawat kecelakaan tabrakan terbakar terbakarnya kebakaran ludes
  hangus longsor banjir gempa bencana tsunami erupsi meletus terjebak hilang tenggelam roboh ambruk rusak kerusakan hancur lumpuh macet
  kemacetan ditangkap penangkapan tertangkap diciduk dibekuk diringkus ditahan penahanan tersangka terdakwa koruptor korupsi suap menyuap
  pungli narkoba sabu pencurian mencuri curi pencuri maling perampokan dirampok perampok pembunuhan dibunuh membunuh pemerkosaan diperkosa
  pelecehan kekerasan penganiayaan dianiaya penipuan menipu ditipu tertipu palsu bodong ilegal hoaks fitnah kebencian penghinaan menghina
  hina dituduh tuduhan tudingan dituding divonis vonis dipenjara penjara hukuman dihukum didenda denda sanksi pelanggaran melanggar
  langgar skandal mangkir bersalah digugat gugatan penyelewengan penyimpangan pungutan kalah kekalahan dikalahkan takluk tumbang tertunduk
  tersingkir gagal kegagalan gugur terdegradasi degradasi anjlok merosot melemah lesu rugi kerugian merugi bangkrut pailit phk dipecat
  pemecatan mundur mengundurkan absen batal dibatalkan ditunda diblokir blokir pemblokiran dilarang ditolak penolakan protes diprotes
  dikritik kritik kecam mengecam dikecam kecaman keluhan mengeluh keluhkan dikeluhkan kecewa mengecewakan buruk terburuk memburuk krisis
  terancam berbahaya membahayakan bahaya teror teroris terorisme serangan diserang penyerangan bentrok kerusuhan tragedi duka dukacita
  sengketa masalah bermasalah permasalahan kontroversi kontroversial cerai perceraian penderitaan derita menderita kesulitan buram
  kehilangan kelemahan cacat wabah penyakit racun keracunan kekacauan kacau keributan ribut ricuh dicoret terbengkalai mangkrak telat
  terlambat mogok retak bocor pemalsuan terpuruk suram hengkang ditinggal paksa dirundung menjemukan mengkhawatirkan kewalahan kelaparan
  kekeringan kemiskinan miskin pengangguran pengungsi mengungsi diungsikan trauma disiram penyiraman pelaku begal`)
const GOOD = wordsOf(`
  menang kemenangan memenangi memenangkan menangi juara juarai menjuarai kampiun gelar raih meraih diraih peraih sukses kesuksesan
  berhasil keberhasilan prestasi berprestasi rekor emas medali penghargaan terbaik unggul keunggulan lolos tumbuh pertumbuhan meningkat
  peningkatan melonjak untung keuntungan laba surplus pendanaan memuji dipuji pujian puji apresiasi mengapresiasi diapresiasi salut kagum
  mengagumi bangga membanggakan kebanggaan memukau menakjubkan mengagumkan canggih inovasi inovatif terobosan mewah lezat nikmat nikmatnya
  enak populer favorit dicintai laris antusias senang bahagia gembira bersyukur syukur sembuh kesembuhan pulih selamat menyelamatkan
  selamatkan bermanfaat manfaat khasiat ajaib sehat menyehatkan kemudahan memudahkan permudah mempermudah gratis hadiah terpilih didaulat
  dinobatkan pahlawan gemilang impresif cemerlang mantap dominan tangguh legendaris andalan setia terobati terwujud diganjar membaik
  perbaikan disambut sambutan menguat naik terlaris terpopuler istimewa spektakuler bersinar kokoh mengukir mencetak menyamai melampaui
  menaklukkan taklukkan tumbangkan menumbangkan mengalahkan kalahkan merangsek bantai membantai bungkam membungkam`)
// Before an event they say that it does not happen, or that it is being prevented.
const DENIALS = wordsOf(`
  tidak tak bukan belum tanpa jangan nggak enggak cegah mencegah hindari menghindari bebas antisipasi mengantisipasi atasi mengatasi lawan
  melawan`)

// How many more of the events in a text are good than bad.
export function eventBalance(text: string): number {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  let balance = 0
  for (const [index, word] of words.entries()) {
    if (DENIALS.has(words[index - 1] ?? '') || DENIALS.has(words[index - 2] ?? '')) continue
    if (BAD.has(word)) balance--
    else if (GOOD.has(word)) balance++
  }
  return balance
}

// What is good for the winner is bad for the one who is named next: `menaklukkan tuan rumah Laos`.
const DEFEAT =
  /(?:mengalahkan|kalahkan|menaklukkan|taklukkan|menumbangkan|tumbangkan|menundukkan|tundukkan|menyingkirkan|singkirkan|membungkam|bungkam|membantai|bantai|menekuk|tekuk|kemenangan atas|menang atas|sesama \S+ atas)\s[^,.;:]{0,40}$/iu

// Whether what follows this part of a sentence is named as defeated.
export function endsInDefeatOf(before: string): boolean {
  return DEFEAT.test(before.slice(-80))
}

function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}
