import { useTranslation } from 'react-i18next'
import { AfterApproval } from '#features/after-approval'
import { useDocumentTitle } from '#lib/document-title.ts'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { Remarks } from './Remarks.tsx'
import { SlotCard } from './SlotCard.tsx'
import { slots } from './slots.ts'
import styles from './SpeechMaterialsScreen.module.css'

/** What speakers hand in: three places, each sent, broken off, taken up again and replaced by itself. */
export function SpeechMaterialsScreen() {
  const { t } = useTranslation('speech-materials')
  useDocumentTitle(t('title'))
  return (
    <Screen>
      <PageHeader title={t('title')} lead={t('lead')} />
      <AfterApproval module="speech_materials">
        {([row] = [], asOfMs) => (
          <>
            <div className={styles.slots}>
              {slots.map((slot) => (
                <SlotCard key={slot} slot={slot} row={row} />
              ))}
            </div>
            <p className={styles.note}>{t('note')}</p>
            <Remarks row={row} asOfMs={asOfMs} />
          </>
        )}
      </AfterApproval>
    </Screen>
  )
}
