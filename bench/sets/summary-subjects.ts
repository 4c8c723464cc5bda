// Subjects of made-up coverage for before-and-after pairs of summaries. People, bodies and places beside them are invented or common.
export interface Subject {
  readonly keyword: string
  readonly place: string
  readonly problem: string
  readonly program: string
  readonly official: string
  readonly body: string
  // What the body asks for; holds the keyword.
  readonly request: string
  readonly complaints: readonly [string, string]
  readonly praises: readonly [string, string]
}

// Columns: keyword; place; problem; program; official; body; request; two complaints; two praises.
const ROWS = `
banjir; Semarang; saluran air tersumbat; pompa air keliling; Kepala BPBD Semarang Hendra Wijaya; Forum Warga Tambak; pemerintah kota segera mengeruk sungai agar banjir tidak berulang; Kecewa banget, banjir lagi dan saluran air tersumbat dari tahun lalu; Banjir bikin motor mogok, bantuan lambat, kesel parah; Salut sama relawan banjir, cepat banget bantu warga; Terima kasih petugas, banjir cepat surut berkat pompa air keliling
harga beras; Cirebon; stok beras medium; operasi pasar murah; Menteri Perdagangan Surya Atmaja; Asosiasi Pedagang Pasar; Bulog menambah pasokan supaya harga beras turun; Harga beras naik terus, gaji segini aja, sedih banget; Parah, harga beras gak masuk akal dan stok beras medium kosong; Alhamdulillah harga beras turun, operasi pasar murah ngebantu banget; Senang, harga beras stabil dan antreannya tertib
BPJS; Malang; antrean rumah sakit; layanan antrean daring; Kepala BPJS Malang Dewi Kartika; Persatuan Pasien Kronis; rumah sakit tidak membatasi pasien BPJS; Antre BPJS dari subuh, antrean rumah sakit kacau, kecewa; Pasien BPJS ditolak lagi, jahat banget; Berkat BPJS operasi ibu gratis, terima kasih banyak; Layanan antrean daring BPJS mantap, cepat dan mudah
pemilu; Banten; politik uang; simulasi pemungutan suara; Ketua KPU Banten Rahmat Basuki; Jaringan Pemantau Suara; pengawas menindak pelanggaran pemilu tanpa pandang bulu; Pemilu isinya politik uang, malu-maluin banget; Muak sama pemilu penuh hoaks dan janji palsu; Bangga, pemilu di sini damai dan petugasnya ramah; Simulasi pemungutan suara pemilu lancar, keren panitianya
timnas; Surabaya; lini belakang rapuh; pemusatan latihan tertutup; Pelatih Timnas Bima Nugroho; Aliansi Suporter Garuda; federasi mengevaluasi pelatih timnas; Timnas kalah konyol, lini belakang rapuh, kecewa berat; Nyesel nonton timnas, mainnya jelek banget; Timnas main cakep, bangga banget malam ini; Merinding, timnas menang dan penonton luar biasa
guru honorer; Kupang; gaji terlambat; seleksi pegawai kontrak; Kepala Dinas Pendidikan Kupang Maria Lase; Perhimpunan Guru Daerah; pemerintah mengangkat guru honorer tahun ini; Miris, guru honorer gaji terlambat tiga bulan; Kasihan guru honorer, janji pemerintah bohong terus; Hebat, guru honorer di desa tetap semangat mengajar; Senang banget, guru honorer lolos seleksi pegawai kontrak
PLN; Medan; pemadaman bergilir; gardu induk baru; Manajer PLN Medan Toni Siregar; Lembaga Konsumen Sumatera; PLN membayar ganti rugi kepada pelanggan; PLN mati lampu lagi, pemadaman bergilir bikin rugi; Benci banget, PLN gak pernah kasih kabar; Petugas PLN sigap, listrik cepat nyala, terima kasih; Mantap PLN, gardu induk baru bikin listrik stabil
vaksin; Bandung; rantai dingin vaksin; posyandu keliling; Kepala Dinas Kesehatan Bandung Lilis Rahayu; Ikatan Bidan Kota; sekolah mendata anak yang belum mendapat vaksin; Vaksin habis terus, antrean kacau, kecewa banget; Parah, vaksin telat karena rantai dingin rusak; Vaksin gratis di posyandu keliling, petugasnya ramah, senang; Terima kasih bidan, vaksin anak lancar dan cepat
pinjol; Palembang; bunga mencekik; satgas pinjaman ilegal; Kepala OJK Palembang Yusuf Effendi; Lembaga Bantuan Hukum Musi; polisi menangkap penagih pinjol yang mengancam; Pinjol teror keluarga saya, bunga mencekik, jahat; Hancur gara-gara pinjol, nyesel banget; Lega, satgas pinjaman ilegal bantu tutup pinjol nakal; Terima kasih, laporan pinjol saya cepat ditangani
cabai; Kediri; serangan hama thrips; lelang hasil panen; Kepala Dinas Pertanian Kediri Sri Wahyuni; Kelompok Tani Makmur; pemerintah membeli cabai petani dengan harga layak; Cabai mahal banget, dapur menjerit, sedih; Panen cabai gagal karena serangan hama thrips, rugi besar; Cabai murah lewat lelang hasil panen, mantap; Senang, harga cabai bagus dan petani untung
MBG; Garut; dapur umum terlambat; menu sayur lokal; Kepala Satgas MBG Garut Neng Hasanah; Persatuan Orang Tua Murid; pengelola memeriksa makanan MBG setiap hari; MBG basi, anak saya sakit, marah banget; Kecewa sama MBG, dapur umum terlambat terus; Anak-anak lahap makan MBG, menu sayur lokal enak; Terima kasih MBG, anak jadi semangat sekolah
gempa; Cianjur; tenda darurat bocor; rumah tahan gempa; Kepala BMKG Cianjur Dedi Kurnia; Posko Relawan Cianjur; pemerintah mempercepat bantuan bagi korban gempa; Sedih, korban gempa tidur di tenda darurat bocor; Bantuan gempa telat, pemerintah payah banget; Relawan gempa hebat, semua gotong royong, terima kasih; Lega, rumah tahan gempa selesai dan warga senang`

export const SUBJECTS: readonly Subject[] = ROWS.trim()
  .split('\n')
  .map((row) => {
    const [keyword = '', place = '', problem = '', program = '', official = '', body = '', request = '', ...posts] = row
      .split(';')
      .map((cell) => cell.trim())
    const [bad = '', worse = '', good = '', better = ''] = posts
    return {
      ...{ keyword, place, problem, program, official, body, request },
      complaints: [bad, worse],
      praises: [good, better],
    }
  })
