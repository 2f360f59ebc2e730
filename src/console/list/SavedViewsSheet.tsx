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
  state: ListState
  onOpen: (state: ListState) => void
  onClose: () => void
}) {
  const { t } = useTranslation('console')
  const savedViews = useSavedViews(metadata.name)
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

function NameForm({
  label,
  button,
  name: initialName,
  draftName,
  help,
  onName,
}: {
  label: string
  button: string
  name?: string
  draftName: string
  help?: string
  onName: (name: string) => void
}) {
  const { t } = useTranslation('console')
  const name = useTextDraft(draftName, initialName)
  const [problem, setProblem] = useState<string>()
  if (!name.isReady) return <SkeletonLines lines={2} />
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        const text = name.text.trim()
        if (text === '') return setProblem(t('own.unnamed'))
        name.drop()
        onName(text)
      }}
    >
      <TextField
        label={label}
        value={name.text}
        maxLength={maxNameLength}
        error={problem}
        help={help}
        aside={<Button type="submit">{button}</Button>}
        onChange={(text) => {
          name.change(text)
          setProblem(undefined)
        }}
      />
    </form>
  )
}
