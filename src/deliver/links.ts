// The address of a page of the dashboard or the API, also when the service is below a path of its host.
export function pageAt(publicUrl: URL, path: string): string {
  return new URL(path, publicUrl.href.endsWith('/') ? publicUrl : `${publicUrl.href}/`).href
}
