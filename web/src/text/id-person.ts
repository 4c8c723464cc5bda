// The texts of one's own page and of adding a colleague, included in id-pages.ts.
export const idPerson = {
  person: {
    display: 'Bahasa dan tampilan',
    zone: 'Zona waktu',
    zoneHelp: 'Untuk jam yang tertulis. Hari dan grafik tetap dalam WIB, sama bagi semua orang.',
    zoneSaved: 'Zona waktu diganti.',
    messages: 'Pesan dan pemberitahuan',
    generated: 'Dibuat secara acak. Anda dapat menggantinya; orangnya dapat mengubahnya di Akun saya.',
    another: 'Buat kata sandi lain',
    kuotaHelp: 'Jumlah mention baru yang boleh dikumpulkan.',
    handOver: (name: string) => `Serahkan kepada ${name}`,
    handOverHelp:
      'Kata sandi hanya terlihat sekarang. Kirimkan lewat jalur yang aman, dan minta orangnya menggantinya di Akun saya.',
    credentials: 'Alamat, nama pengguna, dan kata sandi',
    done: 'Selesai',
  },
}
