import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { safeLocalStorage } from '#lib/safe-storage.ts'
import { IconButton } from '#ui/IconButton.tsx'

const ShortcutsSheet = lazy(() => import('./ShortcutsSheet.tsx'))

/** Stored per device: whether single keys decide depends on the keyboard, not on the user. */
const shortcutsKey = 'console-keys'

/** Returns whether shortcuts are on, and a function that switches them. */
export function useShortcutsEnabled(): [boolean, (isOn: boolean) => void] {
  const [hasKeys, setHasKeys] = useState(() => safeLocalStorage.read(shortcutsKey) !== 'off')
  return [
    hasKeys,
    (isOn) => {
      safeLocalStorage.write(shortcutsKey, isOn ? 'on' : 'off')
      setHasKeys(isOn)
    },
  ]
}

/** Opens the list of shortcuts. */
export function ShortcutSettings({
  decisions,
  isOn,
  onSwitch,
}: {
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
