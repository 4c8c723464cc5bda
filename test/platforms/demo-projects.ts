import { createPantau } from '../../client/src/index.ts'

// The initial content of the demonstration, created through the API as a user would.
const USERNAME = 'demo'
const PASSWORD = 'coba-pantau'
const QUOTA = 100_000
const DAYS_BACK = 5

const PROJECTS = [
  { group: 'Banjir', keyword: 'banjir', categoryId: 'sosial', exclude: '', type: 'auto' },
  { group: 'Harga beras', keyword: 'harga beras or beras', categoryId: 'ekonomi', exclude: '', type: 'auto' },
  { group: 'Timnas', keyword: 'timnas or timnas indonesia', categoryId: 'olahraga', exclude: '', type: 'auto' },
  { group: 'Pemilu', keyword: 'pemilu', categoryId: 'politik', exclude: 'lotre, promo', type: 'manual' },
] as const

export interface Demo {
  readonly username: string
  readonly password: string
  // The one to look at first.
  readonly projectId: string
}

export async function fillService(
  address: string,
  given: { readonly adminPassword: string; readonly feed: string },
): Promise<Demo> {
  const admin = createPantau({ url: address, login: { username: 'admin', password: given.adminPassword } })
  await admin.post('/api/admin/feeds', { body: { url: given.feed, name: 'Kabar Contoh' } })
  const login = { username: USERNAME, password: PASSWORD }
  const account = { ...login, name: 'Pengguna Demo', email: 'demo@pantau.example', kuota: QUOTA }
  await admin.post('/api/admin/users', { body: account })
  const demo = createPantau({ url: address, login })
  const startDate = new Date(Date.now() - DAYS_BACK * 86_400_000).toISOString().slice(0, 10)
  const ids: string[] = []
  for (const project of PROJECTS) {
    const { data } = await demo.post('/api/project', { body: { ...project, startDate } })
    ids.push(data.id)
    if (project.type === 'auto') await demo.patch('/api/project/listen-status', { body: { id: data.id, islisten: 1 } })
    await demo.startRun(data.id)
  }
  return { ...login, projectId: ids[0] ?? '' }
}
