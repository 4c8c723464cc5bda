// Words that introduce or end a name of a kind. The model has learnt many of them; as classes, those it has not seen count as well.
const ORGANISATION = `universitas institut pt cv tbk yayasan partai bank sma smp smk sd sman smpn sekolah politeknik akademi lembaga badan
  komisi dewan kementerian dinas asosiasi persatuan ikatan himpunan federasi konfederasi serikat klub tim band grup orkestra fc sc cf united
  city club records record music musik entertainment corp corporation inc ltd company group tv radio televisi koran majalah surat stasiun
  perusahaan label maskapai organisasi kelompok gerakan forum aliansi koalisi fraksi komunitas majelis pengadilan kejaksaan mahkamah polda
  polres polsek polresta kodam kodim pasukan tentara tni pemkot pemkab pemprov pondok pesantren ponpes rumah rs rsud university school college
  institute foundation association departemen fakultas pesantren parti angkatan liga divisi timnas airlines aviation air airways pictures studios studio
  hospital center centre union party press news network council committee kolese seminari gereja keuskupan batalyon brigade resimen vokalis
  personel dirilis memperkuat membela melawan mengalahkan bergabung`
const PLACE = `kota kabupaten kab kecamatan kec desa dusun kelurahan provinsi prov jalan jl gunung sungai pulau danau laut selat teluk bandara
  pelabuhan terminal pantai candi kampung distrik negara benua kawasan daerah wilayah kepulauan tanjung lembah hutan taman jembatan tol pasar
  di ke dari asal kelahiran lahir utara selatan timur barat tengah tenggara pusat`
const PERSON = `pak bapak ibu bu bpk presiden wapres menteri gubernur wagub bupati walikota wali jenderal kolonel kapten letjen mayjen brigjen
  kombes akbp irjen komjen dr prof drs ir ustad ustadz ustaz kiai kyai kh haji hj habib mas mbak bang sultan raja ratu pangeran putri pelatih
  penyanyi aktor aktris artis sutradara komisaris direktur dirut ketua sekretaris bernama kata ujar tutur ucap jelas tegas ungkap imbuh lanjut
  menurut anak istri suami ayah ibunda putra adik kakak kapolri kapolda panglima hakim jaksa pengacara politikus politisi pemain gelandang striker
  kiper bek penulis nabi santo sunan`

const NO_HEAD = 0
const heads = new Map<string, number>()
for (const [index, list] of [PERSON, ORGANISATION, PLACE].entries())
  for (const word of list.split(/\s+/)) heads.set(word, index + 1)

export function headOf(key: string): number {
  return heads.get(key) ?? NO_HEAD
}
