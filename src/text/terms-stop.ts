// Words that carry no topic: Indonesian (formal and chat), English, Javanese, Sundanese. Written for this project, and short on
// purpose: log-odds against the past already rank common words low.
const INDONESIAN = `
ada adalah adanya adapun agak agar akan akhirnya aku alias anda antara apa apabila apakah apalagi asal atas atau
bagai bagaimana bagi bahkan bahwa baik banyak baru bawah beberapa begini begitu belum berada berapa berbagai bersama
bertanya berupa besar biasa biasanya bila bisa boleh bukan buat cara cukup cuma dalam dan dapat dari daripada datang
demi demikian dengan depan di dia diri dirinya dong dua dulu empat enggak entah guna hal hampir hanya hari harus hingga
ia ialah ikut ingin ini itu iya jadi jangan jauh jika juga justru kah kalau kali kalian kami kamu karena kata katanya
ke kecil kembali kemudian kenapa kepada kerap kesempatan ketika khusus kini kita kok lagi lah lain lainnya lalu lama
lanjut lebih lewat luar maka makin malah mana manakala masih masing masing-masing mau maupun melainkan melalui memang
memiliki mempunyai mengapa menjadi menurut merasa mereka merupakan meski meskipun misal misalnya mulai mungkin nah
namun nanti nya oleh orang pada padahal paling para pasti per perlu pernah pula pun punya saat saatnya saja salah
saling sama sambil sampai sana sang sangat satu saya seakan sebab sebabnya sebagai sebagian sebanyak sebelum sebelumnya
sebenarnya sebuah secara sedang sedangkan sedikit segala segera sehingga sejak sejumlah sekali sekaligus sekarang
sekitar selain selaku selalu selama seluruh semakin semua semuanya sendiri seolah seorang sepanjang seperti sering
serta sesuai sesuatu setelah setiap siapa sih situ suatu sudah supaya tadi tak tanpa tapi telah tempat tengah tentang
tentu terhadap terjadi terkait terlalu termasuk ternyata terus terutama tetap tetapi tiap tiba tidak tiga tuh untuk
usai waktu walau walaupun wah yaitu yakni yang
aja ane anjir bang bgt banget biar blm bro btw cuman dah dari deh dgn doang dlm dpt emang engga ente gaes gak gan
gapapa gara-gara gimana gini gitu gua gue hrs jd jgn jg kagak kak kalo karna kayak kayaknya kek kenapa klo kmu knp krn
kyk lah loh lho lgi lu lo mah mas mbak min msh ngapain nggak ngga nih nya org pake pas pdhl pengen pgn sampe sdh skrg
sm sma smua spt tau tdk tgl thd tp trs udah udh utk yah yaa yuk wkwk wkwkwk haha hahaha hehe
januari februari maret april mei juni juli agustus september oktober november desember
senin selasa rabu kamis jumat sabtu minggu wib wita wit baca ujar ucap tutur jelas imbuh tambah`
const ENGLISH = `
a about above after again against all almost also although always am an and another any anyone anything are aren't as
at back be because been before being below between both but by came can can't cannot come could couldn't did didn't do
does doesn't doing don't done down during each either else ever every everyone everything few for from further get gets
getting go goes going gonna good got had hadn't has hasn't have haven't having he her here hers herself him himself his
how however i i'm i've if in into is isn't it it's its itself just know last least less let like made make makes many
may maybe me might more most much must my myself need never new next no nor not nothing now of off often on once one
only onto or other others our ours out over own people per put rather really right said same say says see she should
since so some someone something still such take than that that's the their theirs them themselves then there there's
these they they're thing things think this those though through thus to today too toward two under until up upon us use
used very via want was wasn't way we we're well went were weren't what what's when where whether which while who whom
whose why will with within without won't would wouldn't yes yet you you're your yours yourself`
const JAVANESE = `
aku kowe dheweke awake iki iku kuwi kae kene kono ing ning nang menyang saka saking karo lan utawa nanging yen menawa
amarga merga supaya kanggo kanthi dening marang ora orak gak durung wis wes sampun arep bakal lagi isih uga malah banget
akeh kabeh kaya kados opo apa sapa sopo piye kepriye ngendi kapan ana ono dadi iso bisa kudu yo ya to tho lho wae ae
mung sing kang ingkang punika menika inggih mboten ojo aja tansah maneh mben saben sak sawise sadurunge`
const SUNDANESE = `
abdi kuring urang anjeun maneh manehna aranjeunna ieu eta itu dieu dinya ditu di ka ti tina kana keur jeung sareng atawa
tapi lamun mun upami sabab ku kusabab supados pikeun teu henteu moal can tos atos parantos geus bakal bade nuju masih
keneh oge mah teh nu anu naon saha kumaha iraha dimana aya janten jadi bisa tiasa kudu kedah pisan loba seueur sadaya
kabeh siga jiga sapertos wae bae deui unggal sanggeus saacan sateuacan ngan tuluy lajeng euy atuh tea`

export const STOP_WORDS: ReadonlySet<string> = new Set(
  [INDONESIAN, ENGLISH, JAVANESE, SUNDANESE].flatMap((list) => list.trim().split(/\s+/)),
)
