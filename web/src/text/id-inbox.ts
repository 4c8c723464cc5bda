const n = (value: number): string => new Intl.NumberFormat('id-ID').format(value)

// The texts of the inbox, included in id.ts.
export const idInbox = {
  messages: {
    nav: 'Pesan',
    inbox: 'Kotak masuk',
    channels: 'Saluran',
    brief: 'Ringkasan harian',
  },
  inbox: {
    title: 'Kotak masuk',
    unread: (value: number) => `${n(value)} belum dibaca`,
    bell: (value: number) => (value === 0 ? 'Kotak masuk' : `Kotak masuk, ${n(value)} belum dibaca`),
    explain: 'Semua pesan untuk Anda, disimpan 90 hari.',
    markRead: 'Tandai semua sudah dibaca',
    marked: (value: number) => `${n(value)} pesan ditandai sudah dibaca.`,
    isUnread: 'Belum dibaca',
    none: 'Belum ada pesan',
    noneText: 'Peringatan, ringkasan harian, dan kabar tentang saluran Anda muncul di sini.',
    older: 'Pesan yang lebih lama',
    type: {
      'incident.opened': 'Peringatan',
      'incident.updated': 'Perkembangan',
      'incident.closed': 'Selesai',
      brief: 'Ringkasan harian',
      test: 'Pesan uji',
      notice: 'Pemberitahuan',
    },
    notify: 'Notifikasi peramban',
    notifyHelp: 'Hanya selama Pantau terbuka di sebuah tab. Untuk yang lain, tambahkan saluran.',
    notifyDenied: 'Peramban ini memblokir notifikasi dari Pantau. Izinkan di pengaturan situs pada peramban.',
    notifyMissing:
      'Peramban ini tidak dapat menampilkan notifikasi dari halaman ini. Pantau harus dibuka lewat https atau di komputer ini sendiri.',
    notifyOn: 'Notifikasi Pantau aktif.',
  },
}
