import 'i18next'

/** Types of the translation keys. Each namespace needs a line here. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      console: typeof import('../../../locales/zh-CN/console.json')
      'console-import': typeof import('../../../locales/zh-CN/console-import.json')
      common: typeof import('../../../locales/zh-CN/common.json')
      status: typeof import('../../../locales/zh-CN/status.json')
      home: typeof import('../../../locales/zh-CN/home.json')
      news: typeof import('../../../locales/zh-CN/news.json')
      'sign-in': typeof import('../../../locales/zh-CN/sign-in.json')
      accounts: typeof import('../../../locales/zh-CN/accounts.json')
      pages: typeof import('../../../locales/zh-CN/pages.json')
      agenda: typeof import('../../../locales/zh-CN/agenda.json')
      'my-agenda': typeof import('../../../locales/zh-CN/my-agenda.json')
      favourites: typeof import('../../../locales/zh-CN/favourites.json')
      'session-detail': typeof import('../../../locales/zh-CN/session-detail.json')
      forms: typeof import('../../../locales/zh-CN/forms.json')
      errors: typeof import('../../../locales/zh-CN/errors.json')
      offline: typeof import('../../../locales/zh-CN/offline.json')
      outbox: typeof import('../../../locales/zh-CN/outbox.json')
      install: typeof import('../../../locales/zh-CN/install.json')
      register: typeof import('../../../locales/zh-CN/register.json')
      live: typeof import('../../../locales/zh-CN/live.json')
      show: typeof import('../../../locales/zh-CN/show.json')
      ask: typeof import('../../../locales/zh-CN/ask.json')
      notes: typeof import('../../../locales/zh-CN/notes.json')
      qa: typeof import('../../../locales/zh-CN/qa.json')
      search: typeof import('../../../locales/zh-CN/search.json')
      'after-approval': typeof import('../../../locales/zh-CN/after-approval.json')
      'travel-infos': typeof import('../../../locales/zh-CN/travel-infos.json')
      'side-meetings': typeof import('../../../locales/zh-CN/side-meetings.json')
      'speech-materials': typeof import('../../../locales/zh-CN/speech-materials.json')
      downloads: typeof import('../../../locales/zh-CN/downloads.json')
    }
  }
}
