import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { Menu, MenuChecks, MenuChoice, MenuItem, MenuRule } from '../components/menu.tsx'
import { Sheet } from '../components/sheet.tsx'
import { useToast } from '../components/toast.tsx'

const ignore = (): void => {}

// Buttons that open what lies over the page. The screenshots press them one after the other.
export const OVERLAYS: ReactNode = <Openers />

function Openers(): ReactNode {
  const showToast = useToast()
  const [open, setOpen] = useState<'dialog' | 'sheet' | null>(null)
  const close = (): void => setOpen(null)
  return (
    <p className="row">
      <OpenMenu />
      <button type="button" className="button" onClick={() => setOpen('dialog')}>
        Open dialog
      </button>
      <button type="button" className="button" onClick={() => setOpen('sheet')}>
        Open sheet
      </button>
      <button
        type="button"
        className="button"
        onClick={() => {
          showToast('It is done.', 'good', { label: 'Undo', onSelect: ignore })
          showToast('It was not possible.', 'bad')
        }}
      >
        Open toast
      </button>
      {open === 'dialog' && (
        <ConfirmDialog
          title="Remove the rule?"
          question="The rule “Flood” and its incidents are removed."
          label="Remove"
          icon="trash"
          tone="danger"
          action={{ isPending: false, error: null }}
          onConfirm={close}
          onClose={close}
        />
      )}
      <Sheet title="Filter" open={open === 'sheet'} onClose={close}>
        <p>What a phone shows from below.</p>
      </Sheet>
    </p>
  )
}

function OpenMenu(): ReactNode {
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="button">
          Open menu
        </button>
      }
    >
      <MenuChoice
        label="One of several"
        value="a"
        choices={[
          ['a', 'Chosen'],
          ['b', 'Other'],
        ]}
        onChoose={ignore}
      />
      <MenuRule />
      <MenuChecks
        label="Some of several"
        values={['c']}
        choices={[
          ['c', 'Checked'],
          ['d', 'Not checked'],
        ]}
        onChange={ignore}
      />
      <MenuRule />
      <MenuItem onSelect={ignore}>Action</MenuItem>
      <MenuItem danger onSelect={ignore}>
        Dangerous action
      </MenuItem>
    </Menu>
  )
}
