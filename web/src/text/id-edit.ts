// The texts of editing a project and of looking ahead, included in id.ts.
export const idEdit = {
  edit: {
    lookback: 'Masa proyek sudah lewat: yang dikumpulkan adalah yang terbit di dalam tanggalnya.',
  },
}
