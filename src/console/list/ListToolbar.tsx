import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModuleMetadata } from '#contract/metadata.ts'
import type { Preset } from '#contract/module-definition.ts'
import { useLocale } from '#platform/locale.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { ChoiceChips } from '#ui/ChoiceChips.tsx'
import { Icon } from '#ui/Icon.tsx'
import { VisuallyHidden } from '#ui/InlineText.tsx'
import { isReviewable } from '../data/metadata.ts'
import { parseListState, writeListState, type ListState, type useSetListSearch } from '../data/list-state.ts'
import { ListPanels } from '../panels/panels.tsx'
import type { Column } from './list-query.ts'
import { isActiveView, useSavedViews } from './saved-views.ts'
import styles from './ListToolbar.module.css'

const FilterSheet = lazy(() => import('../filters/FilterSheet.tsx'))
const SavedViewsSheet = lazy(() => import('./SavedViewsSheet.tsx'))
const ColumnsSheet = lazy(() => import('./ColumnsSheet.tsx'))

type SheetName = 'filter' | 'columns' | 'savedViews'

/** Shows presets and saved views, and the buttons and links of the list. */
export function ListToolbar({
  metadata,
  state,
  columns,
  isBeside,
  updateList,
}: {
  metadata: ModuleMetadata
  state: ListState
  /** The visible columns: the user's choice in the URL, else the definition's. */
  columns: readonly Column[]
  /** A record is open beside the list: the buttons show icons only. */
  isBeside: boolean
  updateList: ReturnType<typeof useSetListSearch>
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const [openSheet, setOpenSheet] = useState<SheetName>()
  const savedViews = useSavedViews(metadata.name).views
  const close = () => setOpenSheet(undefined)
  const activePreset = metadata.presets.find((preset) => isActivePreset(preset, state))
  const activeView = savedViews.find((view) => isActiveView(view, state))
  /** @param idOrName id of a saved view or name of a preset; undefined for the chip of all rows */
  const applyViewOrPreset = (idOrName: string | undefined) => {
    const savedView = savedViews.find(({ id }) => id === idOrName)
    if (savedView) return openView(parseListState(savedView.search))
    const preset = metadata.presets.find(({ name }) => name === idOrName)
    updateList({ filters: preset?.filters ?? [], sorters: preset?.sorters ?? {} })
  }
  // A view replaces the whole state, including the columns of the previous view.
  const openView = (newState: ListState | undefined) =>
    newState && updateList({ columns: undefined, ...newState })
  return (
    <div className={styles.tools}>
      {metadata.presets.length + savedViews.length > 0 && (
        <ChoiceChips
          label={t('list.presets')}
          choices={[
            { value: undefined, label: t('list.all') },
            ...metadata.presets.map((preset) => ({ value: preset.name, label: preset.label[locale] })),
            ...savedViews.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          // `none` is the value of no chip: the user's own filters match no preset and no saved view.
          chosen={activeView?.id ?? activePreset?.name ?? (state.filters.length === 0 ? undefined : 'none')}
          onChoose={applyViewOrPreset}
        />
      )}
      <ToolButtons metadata={metadata} state={state} isBeside={isBeside} onOpen={setOpenSheet} />
      <Suspense>
        {openSheet === 'filter' && (
          <FilterSheet
            metadata={metadata}
            filters={state.filters}
            onApply={(filters) => updateList({ filters })}
            onClose={close}
          />
        )}
        {openSheet === 'savedViews' && (
          <SavedViewsSheet metadata={metadata} state={state} onOpen={openView} onClose={close} />
        )}
        {openSheet === 'columns' && (
          <ColumnsSheet
            metadata={metadata}
            state={state}
            columns={columns}
            updateList={updateList}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Shows the buttons of the list's sheets and panels, and the links to other pages of the module. */
function ToolButtons({
  metadata,
  state,
  isBeside,
  onOpen,
}: {
  metadata: ModuleMetadata
  state: ListState
  isBeside: boolean
  onOpen: (sheetName: SheetName) => void
}) {
  const { t } = useTranslation('console')
  // The form's URL contains the list's parameters, so that the user returns to the same list.
  const search = useSearch({ strict: false })
  return (
    <div className={styles.buttons}>
      {metadata.views.board && (
        <Link
          to="/console/$module"
          params={{ module: metadata.name }}
          search={{ desk: 'board' }}
          className={`${buttonClass('quiet')} ${styles.tool}`}
        >
          <Icon name="columns" size={20} />
          <ButtonLabel isHidden={isBeside}>{t('board.show')}</ButtonLabel>
        </Link>
      )}
      {isReviewable(metadata) && (
        <Link
          to="/console/$module"
          params={{ module: metadata.name }}
          search={{ ...writeListState(state), desk: 'review' }}
          className={`${buttonClass('quiet')} ${styles.tool}`}
        >
          <Icon name="check" size={20} />
          <ButtonLabel isHidden={isBeside}>{t('desk.review')}</ButtonLabel>
        </Link>
      )}
      <Button className={styles.tool} aria-haspopup="dialog" onClick={() => onOpen('filter')}>
        <Icon name="filter" size={20} />
        {state.filters.length > 0 ? (
          t('list.filters', { count: state.filters.length })
        ) : (
          <ButtonLabel isHidden={isBeside}>{t('list.filter')}</ButtonLabel>
        )}
      </Button>
      <IconButton icon="star" label={t('own.title')} onClick={() => onOpen('savedViews')} />
      <Button className={styles.tool} aria-haspopup="dialog" onClick={() => onOpen('columns')}>
        <Icon name="sort" size={20} />
        <ButtonLabel isHidden={isBeside}>{t('list.view')}</ButtonLabel>
      </Button>
      {metadata.permissions.includes('import') && (
        <Link
          to="/console/$module/import"
          params={{ module: metadata.name }}
          search={{}}
          className={`${buttonClass('quiet')} ${styles.tool}`}
        >
          <Icon name="upload" size={20} />
          <ButtonLabel isHidden={isBeside}>{t('list.import')}</ButtonLabel>
        </Link>
      )}
      <ListPanels metadata={metadata} className={styles.tool} />
      {metadata.permissions.includes('create') && (
        <Link
          to="/console/$module/new"
          params={{ module: metadata.name }}
          search={search}
          className={`${buttonClass('filled')} ${styles.tool}`}
        >
          <Icon name="plus" size={20} />
          <ButtonLabel isHidden={isBeside}>{t('list.new')}</ButtonLabel>
        </Link>
      )}
    </div>
  )
}

/** Shows the text of a button; a hidden text is still read by screen readers. */
function ButtonLabel({ isHidden, children }: { isHidden: boolean; children: string }) {
  return isHidden ? <VisuallyHidden>{children}</VisuallyHidden> : children
}

function isActivePreset(preset: Preset, state: ListState): boolean {
  return serializeFilters(preset) === serializeFilters(state)
}

/** Serializes filters and sorters for comparison. Values from the URL are strings, those of presets may be numbers. */
function serializeFilters({ filters, sorters }: Pick<ListState, 'filters' | 'sorters'>): string {
  return JSON.stringify([filters.map(({ param, op = 'eq', value }) => [param, op, String(value)]), sorters])
}
