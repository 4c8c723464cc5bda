import type { ReactNode } from 'react'
import type { WireInsights } from '../../../src/api/wire/insights.ts'
import { useText } from '../text/text.tsx'
import { OUTLINES } from './outline.ts'

interface ProvinceMapProps {
  readonly provinces: WireInsights['provinces']
  readonly noPlace: number
  readonly total: number
  // The code of the province that is filtered by.
  readonly chosen: string | null
  // Absent in a report.
  readonly onChoose?: (code: string) => void
}

// West, north and size in degrees; a degree is a unit of the drawing, north is up.
const WEST = 94.6
const NORTH = 6.2
const VIEW = '0 0 46.8 17.6'
const LEVELS = 5
// Where the name of an island is written, in the sea beside it.
const ISLANDS = {
  sumatra: [98.5, -4.4],
  java: [108, -9.4],
  kalimantan: [113.4, -5.2],
  sulawesi: [121.6, 2.6],
  nusaTenggara: [121, -11.1],
  maluku: [128.6, -5.6],
  papua: [136.6, 0.4],
} as const

const SHAPES = Object.entries(OUTLINES).map(([code, polygons]) => ({
  code,
  path: polygons.map((points) => `M${points.split(' ').map(toView).join('L')}Z`).join(''),
}))

function toView(point: string): string {
  const [longitude = 0, latitude = 0] = point.split(',').map(Number)
  return `${(longitude - WEST).toFixed(2)} ${(NORTH - latitude).toFixed(2)}`
}

// Where the texts are about. The drawing repeats the list beside it, which keyboards and screen readers use.
export function ProvinceMap({ provinces, noPlace, total, chosen, onChoose }: ProvinceMapProps): ReactNode {
  const { text, format } = useText()
  const byCode = new Map(provinces.map((province) => [province.code, province]))
  const most = Math.max(1, ...provinces.map(({ count }) => count))
  const named = provinces.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
  return (
    <div className="province-map">
      <svg viewBox={VIEW} aria-hidden="true">
        {SHAPES.map(({ code, path }) => {
          const { name = '', count = 0 } = byCode.get(code) ?? {}
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the buttons of the list beside it do the same.
            <path
              key={code}
              d={path}
              className={`level-${levelOf(count, most)}${code === chosen ? ' chosen' : ''}${onChoose === undefined ? '' : ' choice'}`}
              onClick={onChoose === undefined ? undefined : () => onChoose(code)}
            >
              <title>{`${name}: ${format.number(count)}`}</title>
            </path>
          )
        })}
        {Object.entries(ISLANDS).map(([island, [longitude, latitude]]) => (
          <text key={island} x={longitude - WEST} y={NORTH - latitude}>
            {text.map.islands[island as keyof typeof ISLANDS]}
          </text>
        ))}
      </svg>
      <div className="province-list">
        <table>
          <caption className="hidden">{text.map.title}</caption>
          <thead>
            <tr>
              <th scope="col">{text.map.province}</th>
              <th scope="col">{text.map.mentions}</th>
            </tr>
          </thead>
          <tbody>
            {named.map(({ code, name, count }) => (
              <tr key={code} className={code === chosen ? 'chosen' : ''}>
                <th scope="row">
                  {onChoose === undefined ? (
                    name
                  ) : (
                    <button
                      type="button"
                      className="plain"
                      title={text.lists.filterBy(name)}
                      onClick={() => onChoose(code)}
                    >
                      {name}
                    </button>
                  )}
                </th>
                <td className="tabular">{format.number(count)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{text.map.noPlace}</th>
              <td className="tabular">
                {format.number(noPlace)} <span className="soft small">{format.percent(noPlace, total)}</span>
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </div>
  )
}

// 0 for none, then by the square root, so that one crowded province does not hide all others.
function levelOf(count: number, most: number): number {
  return count === 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(count / most) * LEVELS))
}
