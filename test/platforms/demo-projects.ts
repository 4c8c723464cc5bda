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
  const admin = await logIn(address, 'admin', given.adminPassword)
  await post(admin, '/api/admin/feeds', { url: given.feed, name: 'Kabar Contoh' })
  await post(admin, '/api/admin/users', {
    username: USERNAME,
    password: PASSWORD,
    name: 'Pengguna Demo',
    email: 'demo@pantau.example',
    kuota: QUOTA,
  })
  const demo = await logIn(address, USERNAME, PASSWORD)
  const startDate = new Date(Date.now() - DAYS_BACK * 86_400_000).toISOString().slice(0, 10)
  const ids: string[] = []
  for (const project of PROJECTS) {
    const { data } = (await post(demo, '/api/project', { ...project, startDate })) as { data: { id: string } }
    ids.push(data.id)
    if (project.type === 'auto') await patch(demo, '/api/project/listen-status', { id: data.id, islisten: 1 })
    await post(demo, '/api/ai-service/scrap-project-keywords', { keyword_id: data.id })
  }
  return { username: USERNAME, password: PASSWORD, projectId: ids[0] ?? '' }
}

interface Caller {
  readonly address: string
  readonly token: string
}

async function logIn(address: string, username: string, password: string): Promise<Caller> {
  const response = await post({ address, token: '' }, '/api/auth/login', { username, password })
  return { address, token: (response as { token: string }).token }
}

const post = (caller: Caller, path: string, body: unknown) => request(caller, 'POST', path, body)
const patch = (caller: Caller, path: string, body: unknown) => request(caller, 'PATCH', path, body)

async function request({ address, token }: Caller, method: string, path: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) }
  const response = await fetch(new URL(path, address), { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
  return response.json()
}
