import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import { useTextDraft } from '#outbox/index.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Sheet, SheetBody } from '#ui/Sheet.tsx'
import { SkeletonLines } from '#ui/LoadState.tsx'
import { TextField } from '#ui/TextField.tsx'
import { parseListState, type ListState } from '../data/list-state.ts'
import { maxNameLength, useSavedViews, type SavedView } from './saved-views.ts'
import styles from './SavedViewsSheet.module.css'

/** Manages the user's saved views: save the current list, open, rename and remove. */
export default function SavedViewsSheet({
  metadata,
  state,
  onOpen,
  onClose,
}: {
  metadata: ModuleMetadata
  /** The state of the list on screen, which `save` stores. */
  state: ListState
  /** Receives the state of the view that the user opens. */
  onOpen: (state: ListState) => void
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const savedViews = useSavedViews(metadata.name)
  /** Id of the view whose name is being edited. */
  const [renamedId, setRenamedId] = useState<string>()
  return (
    <Sheet title={t('own.title')} closeLabel={t('close')} onClose={onClose}>
      <SheetBody>
        <NameForm
          label={t('own.name')}
          button={t('own.save')}
          draftName={`${metadata.name} own-list`}
          help={t('own.where')}
          onName={(name) => {
            savedViews.save(name, state)
            onClose()
          }}
        />
        {savedViews.views.length > 0 && (
          <ul className={styles.list} aria-label={t('own.title')}>
            {savedViews.views.map((view) => (
              <li key={view.id} className={styles.row}>
                {renamedId === view.id ? (
                  <NameForm
                    label={t('own.name')}
                    button={t('own.rename')}
                    name={view.name}
                    draftName={`${metadata.name} own-list ${view.id}`}
                    onName={(name) => {
                      savedViews.rename(view.id, name)
                      setRenamedId(undefined)
                    }}
                  />
                ) : (
                  <SavedViewRow
                    view={view}
                    onOpen={(next) => {
                      onOpen(next)
                      onClose()
                    }}
                    onRename={() => setRenamedId(view.id)}
                    onRemove={() => savedViews.remove(view.id)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </SheetBody>
    </Sheet>
  )
}

/** Shows a saved view: its name opens it, two buttons rename and remove it. */
function SavedViewRow({
  view,
  onOpen,
  onRename,
  onRemove,
}: {
  view: SavedView
  onOpen: (state: ListState) => void
  onRename: () => void
  onRemove: () => void
}) {
  const { t } = useTranslation('console')
  const state = parseListState(view.search)
  const { name } = view
  return (
    <>
      <button type="button" className={styles.open} onClick={() => state && onOpen(state)}>
        {name}
      </button>
      <IconButton icon="note" variant="weak" label={t('own.renameOf', { name })} onClick={onRename} />
      <IconButton icon="trash" variant="weak" label={t('own.remove', { name })} onClick={onRemove} />
    </>
  )
}

/** Edits the name of a new or existing view; the input is stored as a draft. */
function NameForm({
  label,
  button,
  name: initialName,
  draftName,
  help,
  onName,
}: {
  label: string
  /** Text of the submit button. */
  button: string
  /** The present name; absent for a new view. */
  name?: string
  /** Name under which the device stores the draft. */
  draftName: string
  help?: string
  /** Receives the submitted name, trimmed and not empty. */
  onName: (name: string) => void
}) {
  const { t } = useTranslation('console')
  const draft = useTextDraft(draftName, initialName)
  const [errorText, setErrorText] = useState<string>()
  if (!draft.isReady) return <SkeletonLines lines={2} />
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        const name = draft.text.trim()
        if (name === '') return setErrorText(t('own.unnamed'))
        draft.drop()
        onName(name)
      }}
    >
      <TextField
        label={label}
        value={draft.text}
        maxLength={maxNameLength}
        error={errorText}
        help={help}
        aside={<Button type="submit">{button}</Button>}
        onChange={(text) => {
          draft.change(text)
          setErrorText(undefined)
        }}
      />
    </form>
  )
}
