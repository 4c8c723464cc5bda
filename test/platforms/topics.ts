import type { Sentiment } from '../../src/domain/sentiment.ts'

// Sentences for made-up posts: formal, slang, code-mixed, English, Javanese and Sundanese. All of it is invented.
// `{tempat}` and `{angka}` are filled in.
export interface Topic {
  readonly name: string
  readonly hashtags: readonly string[]
  readonly places: readonly string[]
  readonly lines: readonly Line[]
  // In the style of an outlet.
  readonly news: readonly Line[]
}

export type Line = readonly [sentiment: Sentiment, language: 'id' | 'en' | 'jv' | 'su', text: string]

export const TOPICS: readonly Topic[] = [
  {
    name: 'banjir',
    hashtags: ['banjir', 'infobanjir', 'siagabanjir'],
    places: ['Garut', 'Bandung', 'Semarang', 'Bekasi', 'Demak', 'Jakarta Timur', 'Samarinda'],
    lines: [
      [0, 'id', 'BPBD mencatat banjir di {tempat} merendam {angka} rumah sejak dini hari.'],
      [0, 'id', 'Ketinggian banjir di {tempat} pagi ini {angka} sentimeter, arus lalu lintas dialihkan.'],
      [-1, 'id', 'Banjir lagi banjir lagi di {tempat}, tiap tahun janji doang gak ada yang beres.'],
      [-1, 'id', 'Udah {angka} jam banjir di {tempat} belum surut, bantuan mana sih? Kesel banget.'],
      [1, 'id', 'Salut buat relawan banjir {tempat}, gercep banget bagiin nasi bungkus. Terima kasih!'],
      [1, 'id', 'Alhamdulillah banjir di {tempat} sudah surut, warga gotong royong bersih-bersih.'],
      [-1, 'id', 'Parah sih drainase {tempat}, hujan sebentar aja langsung banjir. So disappointed.'],
      [0, 'en', 'Flood update: banjir in {tempat} is around {angka} cm deep, stay safe everyone.'],
      [-1, 'jv', 'Banjir ing {tempat} durung surut, omahku kelebon banyu maneh. Mumet tenan aku.'],
      [1, 'jv', 'Matur nuwun kanggo kabeh sing mbiyantu korban banjir ing {tempat}.'],
      [-1, 'su', 'Banjir deui banjir deui di {tempat}, cape pisan euy unggal usum hujan.'],
      [0, 'su', 'Wartos ti {tempat}, banjir tos mimiti surut ti subuh kénéh.'],
    ],
    news: [
      [0, 'id', 'Badan penanggulangan bencana mencatat banjir di {tempat} merendam {angka} rumah warga.'],
      [-1, 'id', 'Banjir di {tempat} menimbulkan kerugian besar dan {angka} warga terpaksa mengungsi.'],
      [-1, 'id', 'Warga mengeluhkan lambatnya penanganan banjir di {tempat} yang terus berulang.'],
      [1, 'id', 'Banjir di {tempat} surut, pemerintah daerah memulihkan layanan dengan cepat dan baik.'],
      [0, 'id', 'Hujan dengan intensitas tinggi diperkirakan turun di {tempat} hingga akhir pekan.'],
    ],
  },
  {
    name: 'harga beras',
    hashtags: ['hargaberas', 'pangan', 'sembako'],
    places: ['Surabaya', 'Makassar', 'Medan', 'Cirebon', 'Karawang', 'Palembang'],
    lines: [
      [0, 'id', 'Harga beras medium di pasar {tempat} tercatat Rp{angka}00 per kilogram.'],
      [0, 'id', 'Bulog menyalurkan {angka} ton beras untuk menjaga harga beras di {tempat}.'],
      [-1, 'id', 'Harga beras naik terus, gaji segini-gini aja. Emak-emak di {tempat} pada nangis.'],
      [-1, 'id', 'Buset harga beras di {tempat} udah gak masuk akal, mau makan apa coba?'],
      [1, 'id', 'Operasi pasar di {tempat} lumayan ngebantu, harga beras turun dan antreannya tertib.'],
      [1, 'id', 'Panen raya bikin harga beras di {tempat} stabil, petani juga senang.'],
      [-1, 'id', 'Literally every week harga beras naik, capek deh ngatur budget dapur.'],
      [0, 'en', 'Rice watch: harga beras in {tempat} moved by {angka} rupiah this week.'],
      [-1, 'jv', 'Harga beras saiki larang tenan, wong cilik ing {tempat} mung isa sambat.'],
      [-1, 'su', 'Harga beras di {tempat} naék deui waé, kumaha atuh rahayat leutik mah.'],
    ],
    news: [
      [0, 'id', 'Harga beras medium di {tempat} tercatat naik {angka} rupiah dibandingkan pekan lalu.'],
      [-1, 'id', 'Kenaikan harga beras di {tempat} memberatkan rumah tangga berpenghasilan rendah.'],
      [1, 'id', 'Harga beras di {tempat} berangsur turun berkat panen raya dan operasi pasar.'],
      [0, 'id', 'Bulog menyiapkan {angka} ton cadangan untuk menjaga pasokan dan harga beras.'],
    ],
  },
  {
    name: 'timnas',
    hashtags: ['TimnasIndonesia', 'TimnasDay', 'Garuda'],
    places: ['Gelora Bung Karno', 'Surabaya', 'Solo', 'Jakarta', 'Bali'],
    lines: [
      [0, 'id', 'Timnas Indonesia akan menggelar latihan tertutup di {tempat} selama {angka} hari.'],
      [0, 'id', 'Tiket pertandingan timnas Indonesia di {tempat} mulai dijual pukul 10.00 WIB.'],
      [1, 'id', 'Gila sih timnas main cakep banget tadi malam, bangga jadi orang Indonesia!'],
      [1, 'id', 'Timnas Indonesia menang! Merinding dengar satu stadion nyanyi di {tempat}.'],
      [-1, 'id', 'Timnas mainnya kok gitu, passing salah mulu. Pelatihnya mikir gak sih?'],
      [-1, 'id', 'Kecewa berat sama timnas, udah jauh-jauh ke {tempat} malah kalah konyol.'],
      [1, 'id', 'That last minute goal from timnas Indonesia, OMG auto teriak satu kos!'],
      [1, 'en', 'Proud of timnas Indonesia tonight, the crowd in {tempat} was unreal.'],
      [1, 'jv', 'Timnas menang rek, seneng tenan atiku! Ayo budal nang {tempat}.'],
      [-1, 'su', 'Timnas éléh deui, hanjakal pisan padahal tos sayagi lalajo ti enjing.'],
    ],
    news: [
      [0, 'id', 'Timnas Indonesia menjalani latihan di {tempat} menjelang pertandingan kualifikasi.'],
      [1, 'id', 'Timnas Indonesia meraih kemenangan penting di hadapan pendukungnya di {tempat}.'],
      [-1, 'id', 'Timnas Indonesia kalah dan pelatih mengakui penampilan anak asuhnya buruk.'],
      [0, 'id', 'Federasi memanggil {angka} pemain untuk pemusatan latihan timnas Indonesia.'],
    ],
  },
  {
    name: 'pemilu',
    hashtags: ['pemilu', 'pilkada', 'kawalsuara'],
    places: ['Jawa Tengah', 'Sumatera Utara', 'Papua', 'Banten', 'Yogyakarta'],
    lines: [
      [0, 'id', 'KPU menetapkan {angka} daerah pemilihan untuk pemilu di {tempat}.'],
      [0, 'id', 'Rekapitulasi suara pemilu di {tempat} berjalan dan dapat dipantau warga.'],
      [-1, 'id', 'Pemilu kok isinya bagi-bagi amplop di {tempat}, malu-maluin demokrasi.'],
      [-1, 'id', 'Baliho pemilu nutupin jalan semua, norak banget sumpah.'],
      [1, 'id', 'Antusias warga {tempat} ikut pemilu luar biasa, petugas TPS-nya ramah semua.'],
      [1, 'id', 'Bangga pemilu di {tempat} berlangsung damai, semoga terus begini.'],
      [-1, 'id', 'Debat pemilu semalam so cringe, gak ada yang jawab pertanyaan.'],
      [0, 'en', 'Observers in {tempat} visited {angka} polling stations on pemilu day.'],
      [1, 'jv', 'Pemilu ing {tempat} lancar lan guyub, muga-muga dadi luwih apik.'],
    ],
    news: [
      [0, 'id', 'KPU menetapkan jadwal dan {angka} tempat pemungutan suara pemilu di {tempat}.'],
      [-1, 'id', 'Pengawas menemukan dugaan pelanggaran pemilu dan politik uang di {tempat}.'],
      [1, 'id', 'Pemungutan suara pemilu di {tempat} berlangsung aman, damai, dan tertib.'],
      [0, 'id', 'Rekapitulasi suara pemilu tingkat provinsi di {tempat} masih berlangsung.'],
    ],
  },
  {
    name: 'layanan bank',
    hashtags: ['layananbank', 'mbanking', 'nasabah'],
    places: ['Jakarta', 'Denpasar', 'Batam', 'Malang', 'Pontianak'],
    lines: [
      [0, 'id', 'Layanan bank di {tempat} menyesuaikan jam operasional selama libur nasional.'],
      [-1, 'id', 'M-banking error dari tadi pagi, saldo kepotong {angka} ribu. Layanan bank apaan nih?'],
      [-1, 'id', 'Antre {angka} menit cuma buat ganti kartu, layanan bank di {tempat} lemot abis.'],
      [1, 'id', 'Layanan bank cabang {tempat} oke punya, mbak CS-nya sabar dan solutif.'],
      [1, 'id', 'Finally masalah transfer beres dalam sehari, good job layanan bank!'],
      [-1, 'id', 'Waspada penipuan mengatasnamakan layanan bank, teman saya di {tempat} jadi korban.'],
      [0, 'en', 'Maintenance notice: layanan bank is offline for {angka} minutes tonight.'],
      [-1, 'su', 'Layanan bank téh lila pisan, ngantosan ti isuk dugi ka beurang can kapanggil.'],
    ],
    news: [
      [0, 'id', 'Layanan bank menyesuaikan jam operasional di {tempat} selama libur nasional.'],
      [-1, 'id', 'Gangguan layanan bank membuat ribuan nasabah di {tempat} gagal bertransaksi.'],
      [1, 'id', 'Layanan bank digital di {tempat} meraih penghargaan atas kepuasan nasabah.'],
      [0, 'id', 'Otoritas mencatat {angka} pengaduan mengenai layanan bank sepanjang bulan ini.'],
    ],
  },
  {
    name: 'transportasi',
    hashtags: ['transportasi', 'krl', 'transjakarta'],
    places: ['Manggarai', 'Depok', 'Bogor', 'Tanah Abang', 'Rungkut', 'Kota Tua'],
    lines: [
      [0, 'id', 'Dinas perhubungan menambah {angka} armada transportasi umum di {tempat}.'],
      [0, 'id', 'Jadwal transportasi di {tempat} berubah mulai Senin, cek aplikasi sebelum berangkat.'],
      [-1, 'id', 'KRL telat {angka} menit di {tempat}, transportasi umum kok bikin emosi tiap hari.'],
      [-1, 'id', 'Desak-desakan di {tempat} kayak ikan pepes, kapan transportasi kita manusiawi?'],
      [1, 'id', 'Transportasi umum makin nyaman, dari {tempat} ke kantor cuma {angka} menit. Mantap!'],
      [1, 'id', 'Bus listriknya adem dan bersih, transportasi {tempat} naik kelas nih.'],
      [1, 'en', 'Loving the new transportasi hub in {tempat}, clean and on time.'],
      [-1, 'jv', 'Macet tenan dalan {tempat}, transportasi umum ya angel golek sing kosong.'],
    ],
    news: [
      [0, 'id', 'Pemerintah menambah {angka} armada transportasi umum untuk kawasan {tempat}.'],
      [-1, 'id', 'Penumpang mengeluhkan keterlambatan transportasi umum di {tempat} setiap pagi.'],
      [1, 'id', 'Integrasi transportasi di {tempat} memangkas waktu tempuh dan disambut baik warga.'],
      [0, 'id', 'Tarif transportasi umum di {tempat} dipastikan tidak berubah hingga akhir tahun.'],
    ],
  },
]

export const OPENERS = [
  '',
  '',
  '',
  'Guys, ',
  'Info warga: ',
  'Breaking! ',
  'Min, ',
  'Thread. ',
  'Barusan dapat kabar. ',
]

export const CLOSERS: Readonly<Record<Sentiment, readonly string[]>> = {
  [-1]: ['', ' 😡', ' Tolong diperhatikan.', ' Ampun deh.', ' Miris.', ' 🤦'],
  0: ['', '', ' Simak selengkapnya.', ' Cek ya.', ' (foto terlampir)', ' Mohon disebarkan.'],
  1: ['', ' 🙏', ' Keren!', ' Semangat terus ya.', ' ❤️', ' Lanjutkan!'],
}

export const FIRST_NAMES =
  'Budi Siti Agus Dewi Rizky Putri Asep Wayan Made Ucok Rini Joko Lestari Fajar Nurul Dimas'.split(' ')
export const LAST_NAMES = 'Santoso Lestari Pratama Wulandari Hidayat Siregar Saputra Rahayu Nugroho Kusuma'.split(' ')
