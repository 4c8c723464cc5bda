// The reference page. Nothing of it comes from another host: no fonts, no proxy for requests, no reports of use, no assistant.
window.Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'direct',
  hiddenClients: { clojure: true, ocaml: true, objc: true, swift: true, r: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  favicon: '/favicon.svg',
  // Tokens are forgotten with the page.
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'key' },
})
