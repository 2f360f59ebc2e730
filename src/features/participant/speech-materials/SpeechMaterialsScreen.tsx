import { useTranslation } from 'react-i18next'
import { ApprovedOnly } from '#features/participant/participant-forms'
import { useDocumentTitle } from '#platform/document-title.ts'
import { PageHeader, Screen } from '#ui/Screen.tsx'
import { Remarks } from './Remarks.tsx'
import { MaterialCard } from './MaterialCard.tsx'
import { materialKinds } from './material-kinds.ts'
import styles from './SpeechMaterialsScreen.module.css'

/** The materials of a speaker: three kinds, each uploaded, paused, resumed and replaced separately. */
export function SpeechMaterialsScreen() {
  const { t } = useTranslation('speech-materials')
  useDocumentTitle(t('title'))
  return (
    <Screen>
      <PageHeader title={t('title')} lead={t('lead')} />
      <ApprovedOnly module="speech_materials">
        {([row] = [], asOfMs) => (
          <>
            <div className={styles.slots}>
              {materialKinds.map((kind) => (
                <MaterialCard key={kind} kind={kind} row={row} />
              ))}
            </div>
            <p className={styles.note}>{t('note')}</p>
            <Remarks row={row} asOfMs={asOfMs} />
          </>
        )}
      </ApprovedOnly>
    </Screen>
  )
}
