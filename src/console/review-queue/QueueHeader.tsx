import { Link } from '@tanstack/react-router'
import { type ReactNode, useState, lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useDocumentTitle } from '#platform/forum.ts'
import { useLocale } from '#platform/locale.ts'
import { Icon } from '#ui/Icon.tsx'
import { writeListState } from '../data/list-state.ts'
import { backClass } from '../shell/PaneHeader.tsx'
import { safeLocalStorage } from '#platform/safe-storage.ts'
import { IconButton } from '#ui/IconButton.tsx'
import type { PendingRows } from './queue-rows.ts'
import styles from './ReviewQueuePane.module.css'

/** Shows what is reviewed, the progress, and a link back to the list. */
export function QueueHeader({
  module,
  pendingRows,
  positionText,
  children,
}: {
  /** Name of the module. */
  module: string
  pendingRows: PendingRows
  /** Position and number of rows; absent when no row is shown. */
  positionText?: string
  /** Buttons at the end. */
  children?: ReactNode
}) {
  const { t } = useTranslation('console')
  const locale = useLocale()
  const title = pendingRows.label[locale]
  useDocumentTitle(positionText === undefined ? title : `${positionText} · ${title}`)
  return (
    <header className={styles.head}>
      <Link
        to="/console/$module"
        params={{ module }}
        search={writeListState(pendingRows)}
        className={backClass}
        aria-label={t('record.back')}
      >
        <Icon name="list" />
      </Link>
      <h1 className={styles.title}>{title}</h1>
      <output className={styles.counter}>{positionText}</output>
      {children}
    </header>
  )
}

const ShortcutsSheet = lazy(() => import('./ShortcutsSheet.tsx'))

/** Key in localStorage. The setting belongs to the device, because it depends on the keyboard. */
const shortcutsKey = 'console-keys'

/** Returns whether shortcuts are on, and a function that switches them. */
export function useShortcutsEnabled(): [boolean, (isOn: boolean) => void] {
  const [isEnabled, setEnabled] = useState(() => safeLocalStorage.read(shortcutsKey) !== 'off')
  return [
    isEnabled,
    (isOn) => {
      safeLocalStorage.write(shortcutsKey, isOn ? 'on' : 'off')
      setEnabled(isOn)
    },
  ]
}

/** Shows a button that opens the list of shortcuts, where they can be switched off. */
export function ShortcutSettings({
  decisions,
  isOn,
  onSwitch,
}: {
  /** Labels of the decisions in the order of their buttons. */
  decisions: readonly string[]
  isOn: boolean
  onSwitch: (isOn: boolean) => void
}) {
  const { t } = useTranslation('console')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton icon="info" variant="weak" label={t('desk.keys')} onClick={() => setOpen(true)} />
      <Suspense>
        {isOpen && (
          <ShortcutsSheet
            decisions={decisions}
            isOn={isOn}
            onSwitch={onSwitch}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
