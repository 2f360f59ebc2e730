import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { safeLocalStorage } from '#platform/safe-storage.ts'
import { IconButton } from '#ui/IconButton.tsx'

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
