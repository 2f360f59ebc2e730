import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { safeLocalStorage } from '#lib/safe-storage.ts'
import { IconButton } from '#ui/IconButton.tsx'

const KeysSheet = lazy(() => import('./ShortcutsSheet.tsx'))

/** Whether single keys decide is a matter of the device, not of the person. */
const keysKey = 'console-keys'

/** Whether single keys decide, and how that is changed. */
export function useShortcutsEnabled(): [boolean, (isOn: boolean) => void] {
  const [hasKeys, setHasKeys] = useState(() => safeLocalStorage.read(keysKey) !== 'off')
  return [
    hasKeys,
    (isOn) => {
      safeLocalStorage.write(keysKey, isOn ? 'on' : 'off')
      setHasKeys(isOn)
    },
  ]
}

/** Tells which keys do what. */
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
      <IconButton icon="info" look="weak" label={t('desk.keys')} onClick={() => setOpen(true)} />
      <Suspense>
        {isOpen && (
          <KeysSheet decisions={decisions} isOn={isOn} onSwitch={onSwitch} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  )
}
