import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ArticleNeighbour } from '#contract/articles.ts'
import { useLocalized } from '#lib/locale.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { ShareButton } from '#ui/ShareButton.tsx'
import type { FoundArticle } from './rows.ts'
import styles from './ArticleFoot.module.css'

/** Where each kind of article has its list. */
const lists = {
  informations: { to: '/news', label: 'allNews' },
  documents: { to: '/download', label: 'allDocuments' },
  qa: { to: '/qa', label: 'allQuestions' },
} as const

/** What follows an article: sharing it, its neighbours, its list. */
export function ArticleFoot({ article }: { article: FoundArticle }) {
  const { t } = useTranslation('news')
  const pick = useLocalized()
  const { previous, next } = article
  const list = lists[article.module]
  return (
    <footer className={styles.foot} data-print="off">
      <div className={styles.actions}>
        <ShareButton title={pick(article.row.title).text} />
        <Link to={list.to} className={buttonClass('quiet')}>
          {t(list.label)}
        </Link>
      </div>
      {(previous ?? next) && (
        <nav className={styles.neighbours} aria-label={t('neighbours')}>
          {previous && <Neighbour article={previous} way="previous" />}
          {next && <Neighbour article={next} way="next" />}
        </nav>
      )}
    </footer>
  )
}

function Neighbour({ article, way }: { article: ArticleNeighbour; way: 'previous' | 'next' }) {
  const { t } = useTranslation('news')
  const title = useLocalized()(article.title)
  return (
    <Link
      to="/article/view/$no"
      params={{ no: article.no }}
      rel={way === 'previous' ? 'prev' : 'next'}
      className={`${styles.neighbour} ${styles[way]}`}
    >
      <span className={styles.way}>
        <Icon name={way === 'previous' ? 'back' : 'forward'} size={16} />
        {t(way)}
      </span>
      <span className={styles.title} lang={title.locale}>
        {title.text}
      </span>
    </Link>
  )
}
