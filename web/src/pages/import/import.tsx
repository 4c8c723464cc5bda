import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { Link } from 'wouter'
import { useOverview } from '../../api/projects.ts'
import { Icon } from '../../components/icon.tsx'
import { Page } from '../../components/page.tsx'
import { Failure, Skeleton } from '../../components/states.tsx'
import { useText } from '../../text/text.tsx'
import { NotFoundPage } from '../not-found.tsx'
import { Panel } from '../project/panel.tsx'
import { ChosenFile } from './chosen-file.tsx'
import '../../style/panels.css'
import '../../style/project.css'
import '../../style/import.css'

export function ImportPage({ id }: { readonly id: string }): ReactNode {
  const { text } = useText()
  const { data: cards, error, refetch } = useOverview()
  const card = cards?.find(({ project }) => project.id === id)
  const [file, setFile] = useState<File | null>(null)
  if (cards !== undefined && card === undefined) return <NotFoundPage />
  return (
    <Page title={text.import.title} className="import-page">
      <div className="import">
        <Link href={`/projects/${id}`} className="back">
          <Icon name="back" />
          {card?.project.group ?? text.project.back}
        </Link>
        <h1 className="page-title">{text.import.title}</h1>
        {card === undefined && error !== null && <Failure error={error} onRetry={() => void refetch()} />}
        {card === undefined && error === null && <Skeleton lines={6} tall />}
        {card !== undefined && file === null && <ChooseFile onChoose={setFile} />}
        {card !== undefined && file !== null && <ChosenFile projectId={id} file={file} onOther={() => setFile(null)} />}
      </div>
    </Page>
  )
}

function ChooseFile({ onChoose }: { readonly onChoose: (file: File) => void }): ReactNode {
  const { text } = useText()
  const input = useId()
  const [over, setOver] = useState(false)
  const choose = (files: FileList | null): void => {
    const file = files?.[0]
    if (file !== undefined) onChoose(file)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    choose(event.dataTransfer.files)
  }
  return (
    <Panel title={text.import.choose}>
      <p>{text.import.intro}</p>
      {/* The label works with the keyboard and without dragging; dropping is an addition. */}
      <label
        className={over ? 'import-drop over' : 'import-drop'}
        htmlFor={input}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="table" size={32} />
        <span className="import-drop-title">{text.import.drop}</span>
        <span className="soft">{text.import.or}</span>
        <span className="button">{text.import.choose}</span>
        <input
          id={input}
          type="file"
          className="import-input"
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson,.js,.xlsx"
          onChange={(event) => choose(event.target.files)}
        />
      </label>
      <p className="small soft">{text.import.rules}</p>
    </Panel>
  )
}
