export interface Outlet {
  readonly name: string
  readonly feed: string
  // The owner: outlets of one owner republish each other's articles, which counts less than independent reports.
  readonly family: string
  readonly region: string
}

// The Indonesian outlets that Pantau ships with. The feeds were not requested when this list was compiled: their health in
// operation shows which of them still respond.
export const OUTLETS: readonly Outlet[] = [
  antara('Antara', 'https://www.antaranews.com/rss/terkini.xml', 'nasional'),
  antara('Antara Hukum', 'https://www.antaranews.com/rss/hukum.xml', 'nasional'),
  antara('Antara Politik', 'https://www.antaranews.com/rss/politik.xml', 'nasional'),
  antara('Antara Metro', 'https://www.antaranews.com/rss/metro.xml', 'Jabodetabek'),
  antara('Antara Humaniora', 'https://www.antaranews.com/rss/humaniora.xml', 'nasional'),
  antara('Antara Dunia', 'https://www.antaranews.com/rss/dunia.xml', 'internasional'),
  antara('Antara Tekno', 'https://www.antaranews.com/rss/tekno.xml', 'nasional'),
  antara('Antara Olahraga', 'https://www.antaranews.com/rss/olahraga.xml', 'nasional'),
  antara('Antara Sepak Bola', 'https://www.antaranews.com/rss/sepakbola.xml', 'nasional'),
  antara('Antara Lifestyle', 'https://www.antaranews.com/rss/lifestyle.xml', 'nasional'),
  antara('Antara Hiburan', 'https://www.antaranews.com/rss/hiburan.xml', 'nasional'),
  antara('Antara Finansial', 'https://www.antaranews.com/rss/ekonomi-finansial.xml', 'nasional'),
  antara('Antara Bisnis', 'https://www.antaranews.com/rss/ekonomi-bisnis.xml', 'nasional'),
  antara('Antara Bursa', 'https://www.antaranews.com/rss/ekonomi-bursa.xml', 'nasional'),
  antara('Antara Jawa Barat', 'https://jabar.antaranews.com/rss/terkini.xml', 'Jawa Barat'),
  antara('Antara Yogyakarta', 'https://jogja.antaranews.com/rss/terkini.xml', 'DI Yogyakarta'),
  antara('Antara Jambi', 'https://jambi.antaranews.com/rss/terkini.xml', 'Jambi'),
  antara('Antara Megapolitan', 'https://megapolitan.antaranews.com/rss/terkini.xml', 'Jabodetabek'),
  { name: 'Republika', feed: 'https://www.republika.co.id/rss', family: 'Mahaka Media', region: 'nasional' },
  { name: 'Sindonews', feed: 'https://www.sindonews.com/rss/', family: 'MNC Media', region: 'nasional' },
  {
    name: 'Okezone',
    feed: 'https://sindikasi.okezone.com/index.php/rss/0/RSS2.0',
    family: 'MNC Media',
    region: 'nasional',
  },
  { name: 'RM.id', feed: 'https://rm.id/rss-rakyat-merdeka', family: 'Rakyat Merdeka', region: 'nasional' },
  {
    name: 'RM.id Nasional',
    feed: 'https://rm.id/rss-rakyat-merdeka/nasional',
    family: 'Rakyat Merdeka',
    region: 'nasional',
  },
  {
    name: 'RM.id Internasional',
    feed: 'https://rm.id/rss-rakyat-merdeka/internasional',
    family: 'Rakyat Merdeka',
    region: 'internasional',
  },
  {
    name: 'RM.id Ekonomi Bisnis',
    feed: 'https://rm.id/rss-rakyat-merdeka/ekonomi-bisnis',
    family: 'Rakyat Merdeka',
    region: 'nasional',
  },
  { name: 'JPNN', feed: 'https://www.jpnn.com/index.php?mib=rss', family: 'Jawa Pos', region: 'nasional' },
  { name: 'detikNews', feed: 'https://news.detik.com/berita/rss', family: 'CT Corp', region: 'nasional' },
  { name: 'detikFinance', feed: 'https://finance.detik.com/sitemap_news.xml', family: 'CT Corp', region: 'nasional' },
  { name: 'CNN Indonesia', feed: 'https://www.cnnindonesia.com/nasional/rss', family: 'CT Corp', region: 'nasional' },
  { name: 'CNBC Indonesia', feed: 'https://www.cnbcindonesia.com/rss', family: 'CT Corp', region: 'nasional' },
  { name: 'Tempo', feed: 'https://rss.tempo.co/nasional', family: 'Tempo Inti Media', region: 'nasional' },
  {
    name: 'BBC News Indonesia',
    feed: 'https://feeds.bbci.co.uk/indonesia/rss.xml',
    family: 'BBC',
    region: 'internasional',
  },
  { name: 'Tribunnews', feed: 'https://www.tribunnews.com/rss', family: 'Kompas Gramedia', region: 'nasional' },
  { name: 'Kontan', feed: 'https://www.kontan.co.id/rss', family: 'Kompas Gramedia', region: 'nasional' },
  { name: 'Liputan6', feed: 'https://www.liputan6.com/rss', family: 'Emtek', region: 'nasional' },
  { name: 'Merdeka', feed: 'https://www.merdeka.com/feed/', family: 'Emtek', region: 'nasional' },
  { name: 'Kapanlagi', feed: 'https://www.kapanlagi.com/feed/', family: 'Emtek', region: 'nasional' },
  { name: 'Viva', feed: 'https://www.viva.co.id/get/all', family: 'Visi Media Asia', region: 'nasional' },
  { name: 'Suara', feed: 'https://www.suara.com/rss', family: 'Arkadia', region: 'nasional' },
  { name: 'Bisnis Indonesia', feed: 'https://www.bisnis.com/rss', family: 'Bisnis Indonesia', region: 'nasional' },
  { name: 'IDN Times', feed: 'https://www.idntimes.com/rss', family: 'IDN', region: 'nasional' },
  { name: 'TIMES Indonesia', feed: 'https://www.times.co.id/rss/latest-posts', family: 'TIMES', region: 'nasional' },
  {
    name: 'Mongabay Indonesia',
    feed: 'https://news.mongabay.com/feed/?lang=id',
    family: 'Mongabay',
    region: 'nasional',
  },
]

function antara(name: string, feed: string, region: string): Outlet {
  return { name, feed, family: 'Antara', region }
}
