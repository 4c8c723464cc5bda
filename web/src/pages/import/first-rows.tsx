import type { ReactNode } from 'react'
import type { WireImportPreviewRow } from '../../../../src/api/wire/import.ts'
import { PlatformMark } from '../../components/platform-mark.tsx'
import { Time } from '../../components/time.tsx'
import { useText } from '../../text/text.tsx'
import { Panel } from '../project/panel.tsx'

export function FirstRows({ rows }: { readonly rows: readonly WireImportPreviewRow[] }): ReactNode {
  const { text } = useText()
  const { fields } = text.import
  if (rows.length === 0) return null
  return (
    <Panel title={text.import.first}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable with the keyboard. */}
      <div className="table-scroll" tabIndex={0}>
        <table className="table import-rows">
          <thead>
            <tr>
              <th scope="col" className="numeric">
                {text.import.row}
              </th>
              <th scope="col">{text.import.outcome}</th>
              <th scope="col">{fields.platform}</th>
              <th scope="col">{fields.published_at}</th>
              <th scope="col">{fields.author_name}</th>
              <th scope="col">{fields.text}</th>
              <th scope="col" className="numeric">
                {fields.likes}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <PreviewRow key={row.row} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

function PreviewRow({ row: { row, outcome, reason, post } }: { readonly row: WireImportPreviewRow }): ReactNode {
  const { text, format } = useText()
  return (
    <tr>
      <td className="numeric">{format.number(row)}</td>
      <td>
        <span className={`badge import-${outcome}`}>{text.import.outcomes[outcome]}</span>
      </td>
      {post === null ? (
        <td colSpan={5} className="help bad">
          <span className="import-message">{reason !== null && text.describeReason(reason)}</span>
        </td>
      ) : (
        <>
          <td>
            <PlatformMark platform={post.platform} />
          </td>
          <td className="import-time">
            <Time value={post.published_at} short />
          </td>
          <td className="foreign">{post.author.display_name || post.author.username}</td>
          <td className="foreign">
            <span className="import-text">{post.text}</span>
          </td>
          <td className="numeric">{format.number(post.engagement.likes)}</td>
        </>
      )}
    </tr>
  )
}
