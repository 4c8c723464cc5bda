import type { Category } from '../domain/category.ts'

// The categories that words can show. `sosial-budaya` follows from `sosial` and `budaya`; `umum` and `semua` are not about a subject.
export const SUBJECTS = [
  'ideologi',
  'politik',
  'ekonomi',
  'pertahanan-keamanan',
  'olahraga',
  'sosial',
  'budaya',
  'teknologi',
  'hiburan',
  'kesehatan',
  'pendidikan',
  'agama',
] as const satisfies readonly Category[]
export type Subject = (typeof SUBJECTS)[number]

// Words and pairs of words that say what a text is about, written by us. A pair counts double: it is hardly ever ambiguous. Words
// that are common in several subjects (pemerintah, masyarakat, program) are in none.
export const SUBJECT_WORDS: Readonly<Record<Subject, { readonly words: string; readonly pairs: string }>> = {
  ideologi: {
    words: `pancasila ideologi ideologis nasionalisme radikalisme radikal ekstremisme komunisme komunis khilafah intoleransi
      kebangsaan bpip liberalisme kapitalisme sosialisme marhaenisme sekularisme deradikalisasi patriotisme
      kebhinekaan kebinekaan nkri hti pki separatisme makar`,
    pairs: `wawasan kebangsaan, bela negara, bhinneka tunggal, tunggal ika, empat pilar, ideologi negara,
      anti pancasila, paham radikal, cinta tanah, dasar negara, lahir pancasila, kesaktian pancasila`,
  },
  politik: {
    words: `politik politisi pemilu pilkada pilpres pileg pilgub pilwalkot parpol partai koalisi oposisi kpu bawaslu caleg
      capres cawapres cagub dpr dprd dpd mpr legislator elektabilitas kampanye presiden wapres menteri kabinet
      gubernur bupati ruu reshuffle fraksi golkar pdip gerindra nasdem pkb pks demokrat ppp psi perindo paslon
      petahana coblos istana senayan parlemen legislatif angket interpelasi`,
    pairs: `hak angket, wakil rakyat, partai politik, ketua umum, hak suara, debat kandidat, masa jabatan,
      surat suara, quick count, hitung cepat, sidang paripurna, calon gubernur, calon presiden`,
  },
  ekonomi: {
    words: `ekonomi inflasi rupiah saham ihsg investor investasi bank bunga kredit pajak ppn apbn anggaran defisit utang
      ekspor impor umkm usaha bisnis harga pasar dagang perdagangan industri pabrik buruh upah ump phk bbm pertamina
      beras cabai minyak sembako konsumen bea cukai tarif dolar obligasi emas properti pangan petani panen bulog bumn
      dividen laba rugi omzet subsidi ojk bei komoditas sawit nikel batubara`,
    pairs: `bank indonesia, suku bunga, daya beli, nilai tukar, harga beras, upah minimum,
      pertumbuhan ekonomi, neraca perdagangan, pinjaman online, pasar modal, bahan pokok`,
  },
  'pertahanan-keamanan': {
    words: `tni polri polisi polda polres polsek kapolri kapolda militer tentara prajurit pertahanan keamanan teroris
      terorisme densus brimob kkb opm senjata alutsista tembak baku penembakan rudal tank kri kopassus marinir pangdam
      kodam kodim panglima intelijen bin bnpt tersangka penangkapan ditangkap narkoba sabu begal pembunuhan pencurian
      tawuran perampokan perbatasan natuna patroli penyelundupan bom perang gencatan latgab`,
    pairs: `kapal selam, jet tempur, baku tembak, angkatan laut, angkatan darat, angkatan udara, kelompok bersenjata,
      operasi militer, latihan gabungan, olah tkp, barang bukti`,
  },
  olahraga: {
    words: `olahraga timnas sepakbola bola gol liga pssi pelatih pemain striker kiper penalti babak skor klasemen persib
      persija arema persebaya psm stadion suporter bulutangkis badminton pbsi voli basket motogp pebalap balap atlet
      medali kualifikasi olimpiade juara turnamen final semifinal pertandingan laga wasit transfer gelandang bek
      tinju marathon maraton renang`,
    pairs: `sea games, asian games, piala dunia, piala aff, piala asia, ganda putra, ganda putri, tunggal putra,
      lapangan hijau, gol bunuh, kartu merah, liga champions, premier league, hat trick`,
  },
  sosial: {
    words: `sosial bansos kemiskinan miskin lansia disabilitas difabel panti yatim relawan donasi pengungsi pengungsian
      korban banjir longsor gempa bencana kebakaran evakuasi bpbd bnpb kekerasan kdrt perempuan perundungan
      stunting penggusuran warga pkh pengemis gelandangan tunawisma pengangguran kemensos dinsos
      diskriminasi perkawinan perceraian urbanisasi`,
    pairs: `permukiman kumuh, bantuan sosial, warga miskin, kekerasan seksual, dana bantuan, perdagangan orang,
      pekerja migran, gotong royong, panti asuhan, korban bencana, tanggap darurat, dapur umum, kesenjangan sosial,
      penyandang disabilitas`,
  },
  budaya: {
    words: `budaya kebudayaan tradisi tradisional adat wayang gamelan batik tenun keris tari tarian penari candi museum
      cagar seni seniman sanggar pusaka keraton kraton upacara ritual leluhur warisan angklung reog ludruk ketoprak
      ukiran songket kebaya sastra sastrawan puisi dongeng folklor suku kesenian budayawan pameran lukisan pelukis
      aksara naskah kuliner karapan unesco`,
    pairs: `cagar budaya, warisan budaya, rumah adat, upacara adat, pakaian adat, tari saman, bahasa daerah,
      masyarakat adat, kearifan lokal, seni pertunjukan, pentas seni`,
  },
  teknologi: {
    words: `teknologi aplikasi gawai ponsel hp smartphone android iphone ios laptop komputer internet wifi 5g sinyal satelit
      startup rintisan digital digitalisasi siber peretas hacker peretasan retas ransomware data server cloud
      komputasi algoritma robot ai chatgpt chip semikonduktor prosesor baterai software fitur pembaruan update bug
      kominfo komdigi enkripsi blockchain kripto drone gadget unicorn programmer developer gpu`,
    pairs: `perangkat lunak, kecerdasan buatan, pusat data, kebocoran data, serangan siber, media sosial,
      mobil listrik, kendaraan listrik, pembelajaran mesin`,
  },
  hiburan: {
    words: `hiburan film bioskop sutradara aktor aktris artis selebritas selebriti seleb musik musisi penyanyi lagu album
      konser tiket band vokalis sinetron drakor drama kpop idol netflix serial trailer penonton gosip infotainment
      syuting komedi komika fanmeeting fans penggemar lightstick dangdut single klip podcast
      youtuber selebgram ftv webseries`,
    pairs: `box office, stand up, festival musik, video klip, konten kreator, layar lebar, tiket konser,
      film horor, grup musik, lagu baru, red carpet`,
  },
  kesehatan: {
    words: `kesehatan sehat sakit dokter perawat pasien obat vaksin vaksinasi imunisasi virus covid dbd demam dengue flu tbc
      kanker diabetes jantung stroke hipertensi penyakit gejala wabah klb puskesmas bpjs kemenkes bpom gizi stunting
      bidan apotek farmasi kolera malaria campak rabies hiv aids operasi terapi imun diagnosis menular infeksi bakteri
      paracetamol sirup ginjal nakes menkes klinik posyandu`,
    pairs: `rumah sakit, rawat inap, gagal ginjal, tenaga kesehatan, kesehatan mental, bpjs kesehatan,
      demam berdarah, gizi buruk, pola makan`,
  },
  pendidikan: {
    words: `pendidikan sekolah siswa murid guru kelas kurikulum ujian asesmen rapor smp sma smk sd paud tk kampus
      universitas mahasiswa dosen rektor kuliah skripsi wisuda beasiswa lpdp kip snbp snbt utbk ppdb spmb zonasi ukt
      kemendikbud kemendikdasmen dikti pesantren pelajar buku pelajaran literasi akreditasi sarjana belajar mengajar honorer`,
    pairs: `guru honorer, tahun ajaran, kepala sekolah, biaya kuliah, uang kuliah, ujian nasional,
      belajar mengajar, merdeka belajar, ruang kelas, putus sekolah, sekolah dasar, tenaga pengajar, seragam sekolah`,
  },
  agama: {
    words: `agama keagamaan islam muslim kristen katolik hindu buddha konghucu masjid musala mushola gereja pura vihara
      klenteng ulama kiai kyai ustaz ustad ustadz pendeta pastor uskup paus biksu mui nu nahdlatul muhammadiyah pbnu
      haji umrah umroh jemaah jamaah salat shalat sholat puasa ramadan ramadhan idulfitri iduladha zakat infak wakaf
      sedekah kurban quran alquran injil alkitab natal paskah nyepi waisak imlek dakwah pengajian khotbah khutbah
      fatwa halal haram kemenag baznas`,
    pairs: `idul fitri, idul adha, toleransi beragama, umat beragama, rumah ibadah, sidang isbat,
      ibadah haji, biaya haji, misa natal, majelis ulama, moderasi beragama, hari raya`,
  },
}
