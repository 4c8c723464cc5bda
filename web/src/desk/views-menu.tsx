import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import type { WireView } from '../../../src/api/wire/desk.ts'
import { useEditView, useViews } from '../api/desk.ts'
import { Dialog } from '../components/dialog.tsx'
import { Field } from '../components/field.tsx'
import { Icon } from '../components/icon.tsx'
import { Menu, MenuItem, MenuRule } from '../components/menu.tsx'
import { describeError, Note } from '../components/states.tsx'
import { Switch } from '../components/switch.tsx'
import { useToast } from '../components/toast.tsx'
import { useFilter } from '../filter/use-filter.ts'
import { useText } from '../text/text.tsx'
import { addressOfView, toView } from './view-address.ts'

// In the head of a project: what is seen now can be saved, and what was saved can be opened.
export function ViewsMenu({ id }: { readonly id: string }): ReactNode {
  const { text } = useText()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<'save' | 'manage' | null>(null)
  const { data: views } = useViews(id)
  return (
    <>
      <Menu
        trigger={
          <button type="button" className="button">
            <Icon name="bookmark" />
            {text.desk.views}
            <Icon name="chevron" />
          </button>
        }
      >
        <MenuItem onSelect={() => setOpen('save')}>
          <Icon name="plus" />
          {text.desk.saveView}
        </MenuItem>
        <MenuRule />
        {views?.length === 0 && <p className="menu-label">{text.desk.noViews}</p>}
        {views?.map((view) => (
          <MenuItem key={view.id} onSelect={() => navigate(addressOfView(id, view))}>
            <bdi className="foreign view-name">{view.name}</bdi>
            <span className="menu-check small soft">{view.shared ? text.desk.sharedView : text.desk.privateView}</span>
          </MenuItem>
        ))}
        {views !== undefined && views.length > 0 && (
          <>
            <MenuRule />
            <MenuItem onSelect={() => setOpen('manage')}>
              <Icon name="edit" />
              {text.desk.manageViews}
            </MenuItem>
          </>
        )}
      </Menu>
      {open === 'save' && <SaveViewDialog id={id} onClose={() => setOpen(null)} />}
      {open === 'manage' && <ManageDialog id={id} views={views ?? []} onClose={() => setOpen(null)} />}
    </>
  )
}

const NAME_MAX = 100

// Of what is seen now.
export function SaveViewDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const { text } = useText()
  const showToast = useToast()
  const { filter, order } = useFilter()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const edit = useEditView(id)
  const save = (): void =>
    edit.mutate(
      { kind: 'add', name, shared, ...toView(filter, order) },
      {
        onSuccess: () => {
          showToast(text.desk.viewSaved)
          onClose()
        },
      },
    )
  return (
    <Dialog title={text.desk.saveView} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Field
          label={text.desk.viewName}
          help={text.desk.viewHelp}
          maxLength={NAME_MAX}
          value={name}
          onChange={setName}
        />
        <Switch label={text.desk.shared} checked={shared} onChange={setShared} />
        {edit.error !== null && <Note tone="bad">{describeError(edit.error, text)}</Note>}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            {text.common.cancel}
          </button>
          <button type="submit" className="button primary" disabled={edit.isPending || name.trim() === ''}>
            {text.desk.save}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

interface ManageDialogProps {
  readonly id: string
  readonly views: readonly WireView[]
  readonly onClose: () => void
}

function ManageDialog({ id, views, onClose }: ManageDialogProps): ReactNode {
  const { text } = useText()
  return (
    <Dialog title={text.desk.manageViews} onClose={onClose}>
      {views.length === 0 && <p className="soft">{text.desk.noViews}</p>}
      <ul className="view-rows" aria-label={text.desk.views}>
        {views.map((view) => (
          <ViewRow key={view.id} projectId={id} view={view} />
        ))}
      </ul>
    </Dialog>
  )
}

function ViewRow({ projectId, view }: { readonly projectId: string; readonly view: WireView }): ReactNode {
  const { text } = useText()
  const showToast = useToast()
  const { mutate, mutateAsync, isPending } = useEditView(projectId)
  const [name, setName] = useState(view.name)
  const onError = (error: Error): void => showToast(describeError(error, text), 'bad')
  const change = (fields: { name?: string; shared?: boolean }): void =>
    mutate(
      { kind: 'change', id: view.id, name: view.name, shared: view.shared, ...fields },
      { onSuccess: () => showToast(text.desk.viewSaved), onError },
    )
  const { filter, range, order, shared } = view
  // The row is gone when the server has replied, and with it what `mutate` would call then.
  const restore = (): Promise<unknown> =>
    mutateAsync({ kind: 'add', name: view.name, filter, range, order, shared }).catch(onError)
  const remove = (): Promise<unknown> =>
    mutateAsync({ kind: 'remove', id: view.id }).then(
      () => showToast(text.desk.viewDeleted, 'good', { label: text.desk.undo, onSelect: () => void restore() }),
      onError,
    )
  return (
    <li>
      <form
        className="row tight"
        onSubmit={(event) => {
          event.preventDefault()
          change({ name: name.trim() })
        }}
      >
        <input
          aria-label={text.desk.viewName}
          maxLength={NAME_MAX}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button
          type="submit"
          className="button small"
          disabled={isPending || name.trim() === '' || name.trim() === view.name}
        >
          {text.desk.rename}
        </button>
        <button
          type="button"
          className="button small square"
          aria-label={`${text.desk.delete}: ${view.name}`}
          disabled={isPending}
          onClick={() => void remove()}
        >
          <Icon name="trash" size={14} />
        </button>
      </form>
      <Switch
        label={text.desk.shared}
        fullLabel={`${text.desk.shared}: ${view.name}`}
        checked={view.shared}
        disabled={isPending}
        onChange={(shared) => change({ shared })}
      />
    </li>
  )
}
