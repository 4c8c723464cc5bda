import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { convert, textOfPlain } from './html.ts'
import { readPlainHtml } from './plain-html.ts'

test('paragraphs, line breaks and inline tags become lines, spaces become one', () => {
  const html = `<p class="x">Harga <b>beras</b>&nbsp;naik,\n <a href="https://example.org/?a=1&amp;b=2">kata</a>nya.</p><p>Dua<br/>tiga &amp; empat</p> lima`
  assert.equal(textOfPlain(readPlainHtml(html) ?? ''), 'Harga beras\u00a0naik, katanya.\n\nDua\ntiga & empat\n\nlima')
})

const part = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.constantFrom(
      'kata',
      ' ',
      ' dan ',
      '\n',
      '\t',
      'Rp 5.000',
      '\u00a0',
      '\u200b',
      '😀',
      '—',
      '>',
      '"',
      '\r\n',
      '  ',
    ),
  },
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      '<p>',
      '</p>',
      '<br>',
      '<br/>',
      '</br>',
      '<P class="a">',
      '<b>',
      '</b>',
      '<a href="https://a.id/">',
      '</a>',
      '</a >',
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '<img src="a.jpg" alt="foto"/>',
      '<img>',
      '</img>',
      '<span style=\'x: "y"\'>',
      '</span>',
      '<em>',
      '<i/>',
      '<strong>',
      '<u>',
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '&amp;',
      '&lt;',
      '&nbsp;',
      '&#8211;',
      '&#32;',
      '&#10;',
      '&copy',
      '&',
      '&hellip;',
      '&#150;',
      '&#x41;',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '<',
      '< b>',
      '<ul><li>',
      '<div>',
      '<p a=b>',
      '<!-- x -->',
      '<a title="x>y">',
      '<script>a</script>',
      '<td>',
      '</',
    ),
  },
)

test('the text of any HTML is what the library finds, or left to it', () => {
  let read = 0
  fc.assert(
    fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
      const html = parts.join('')
      const plain = readPlainHtml(html)
      if (plain === null) return
      read++
      assert.equal(textOfPlain(plain), textOfPlain(convert(html)), JSON.stringify(html))
    }),
    { numRuns: 5_000 },
  )
  assert.ok(read > 1_000, `Only ${read} texts were plain.`)
})

test('what is nested deeper than the library reads is left to it', () => {
  assert.equal(readPlainHtml(`${'<b>'.repeat(120)}kata`), null)
})
