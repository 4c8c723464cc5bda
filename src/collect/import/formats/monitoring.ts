import type { ImportFormat } from '../format.ts'

const TALKWALKER = 'article_extended_attributes'

// Exports of other monitoring services. They hold posts of many platforms, so a column or the address names it.
export const MONITORING_FORMATS: readonly ImportFormat[] = [
  {
    id: 'brandwatch',
    name: 'Brandwatch',
    platform: null,
    has: [
      ['Query Name', 'Date', 'Url', 'Page Type'],
      ['Date', 'Url', 'Full Text', 'Page Type'],
    ],
    fields: {
      platform: ['Page Type'],
      title: ['Title'],
      text: ['Full Text', 'Snippet'],
      url: ['Url', 'Original Url'],
      author_username: ['Author'],
      author_name: ['Full Name', 'Author'],
      published_at: ['Date'],
      language: ['Language'],
      likes: ['Likes', 'X Likes+Twitter Likes+Facebook Likes+Instagram Likes+TikTok Likes+YouTube Likes'],
      comments: [
        'Comments',
        'X Replies+Twitter Reply Count+Facebook Comments+Instagram Comments+TikTok Comments+YouTube Comments',
      ],
      shares: ['Shares', 'X Reposts+Twitter Retweets+Facebook Shares+TikTok Shares'],
      views: ['Impressions'],
    },
    learntFrom: 'https://developers.brandwatch.com/docs/mention-metadata-field-definitions',
  },
  {
    id: 'talkwalker',
    name: 'Talkwalker',
    platform: null,
    has: [
      ['published', 'content', 'source_type', 'extra_author_attributes.name'],
      ['published', 'content', 'source_type', 'extra_source_attributes.name'],
    ],
    fields: {
      platform: ['source_type'],
      title: ['title'],
      text: ['content', 'content_snippet'],
      url: ['url'],
      author_id: ['extra_author_attributes.id'],
      author_username: ['extra_author_attributes.short_name', 'extra_author_attributes.name'],
      author_name: ['extra_author_attributes.name', 'extra_source_attributes.name'],
      published_at: ['published'],
      language: ['lang'],
      likes: [
        `${TALKWALKER}.twitter_likes+${TALKWALKER}.facebook_likes+${TALKWALKER}.instagram_likes+${TALKWALKER}.youtube_likes+${TALKWALKER}.tiktok_likes`,
      ],
      comments: [`${TALKWALKER}.num_comments+${TALKWALKER}.twitter_replies`],
      shares: [
        `${TALKWALKER}.twitter_retweets+${TALKWALKER}.twitter_shares+${TALKWALKER}.facebook_shares+${TALKWALKER}.tiktok_shares`,
      ],
      views: [
        `${TALKWALKER}.twitter_impressions+${TALKWALKER}.youtube_views+${TALKWALKER}.tiktok_views+${TALKWALKER}.url_views`,
      ],
    },
    learntFrom: 'https://developer.talkwalker.com/docs/talkwalker-documents',
  },
  {
    id: 'meltwater',
    name: 'Meltwater',
    platform: null,
    has: [['Date', 'URL', 'Hit Sentence']],
    fields: {
      platform: ['Source Type', 'Information Type', 'Source'],
      title: ['Headline', 'Title'],
      text: ['Hit Sentence', 'Opening Text'],
      url: ['URL'],
      author_username: ['Author Handle', 'Influencer'],
      author_name: ['Author Name', 'Influencer', 'Source Name', 'Source'],
      published_at: ['{Date} {Time}', 'Date'],
      language: ['Language'],
      likes: ['Likes', 'Reactions'],
      comments: ['Comments+Replies'],
      shares: ['Shares+Reposts'],
      views: ['Views'],
    },
    learntFrom:
      'https://developer.meltwater.com/docs/meltwater-api/listening/content-output-templates, and public programs that read the file',
  },
  {
    id: 'brand24',
    name: 'Brand24',
    platform: null,
    has: [
      ['Date', 'Title', 'Content', 'URL', 'Host', 'Sentiment'],
      ['Date', 'Title', 'Content', 'Source', 'Domain', 'Sentiment'],
    ],
    fields: {
      platform: ['Category', 'Source category', 'Source'],
      title: ['Title'],
      text: ['Content'],
      url: ['URL', 'Source'],
      author_username: ['Author'],
      author_name: ['Author', 'Host', 'Domain'],
      published_at: ['{Date} {Time}', '{Date} {Hour}', 'Date'],
      likes: ['Likes'],
      comments: ['Comments'],
      shares: ['Shares'],
      views: ['Views'],
    },
    learntFrom:
      'https://apify.com/nabeelbaghoor/social-listening-media-monitoring-api; not compared with a file of the service',
  },
]
