import type { ImportFormat } from '../format.ts'

const X_USER = 'data.core.user_results.result'
const FB_STORY = 'data.comet_sections.content.story'
const FB_TIME = 'data.comet_sections.context_layout.story.comet_sections.metadata'
const SOURCE = 'https://github.com/digitalmethodsinitiative/4cat/blob/master/datasources'

export const ZEESCHUIMER_FORMATS: readonly ImportFormat[] = [
  {
    id: 'zeeschuimer-tiktok',
    name: 'Zeeschuimer: TikTok',
    platform: 'tiktok',
    has: [['source_platform', 'data.desc', 'data.createTime']],
    fields: {
      platform_id: ['data.id'],
      text: ['data.desc'],
      url: [
        'https://www.tiktok.com/@{data.author.uniqueId}/video/{data.id}',
        'https://www.tiktok.com/@{data.author}/video/{data.id}',
      ],
      author_id: ['data.author.id'],
      author_username: ['data.author.uniqueId', 'data.author'],
      author_name: ['data.author.nickname', 'data.nickname'],
      published_at: ['data.createTime'],
      likes: ['data.stats.diggCount'],
      comments: ['data.stats.commentCount'],
      shares: ['data.stats.shareCount'],
      views: ['data.stats.playCount'],
    },
    learntFrom: `${SOURCE}/tiktok/search_tiktok.py`,
  },
  {
    id: 'zeeschuimer-instagram',
    name: 'Zeeschuimer: Instagram',
    platform: 'instagram',
    has: [
      ['source_platform', 'data.code', 'data.taken_at'],
      ['source_platform', 'data.shortcode', 'data.taken_at_timestamp'],
    ],
    fields: {
      platform_id: ['data.code', 'data.shortcode'],
      text: ['data.caption.text', 'data.edge_media_to_caption.edges.0.node.text'],
      url: ['https://www.instagram.com/p/{data.code}/', 'https://www.instagram.com/p/{data.shortcode}/'],
      author_id: ['data.user.pk', 'data.user.id', 'data.owner.id'],
      author_username: ['data.user.username', 'data.owner.username'],
      author_name: ['data.user.full_name', 'data.owner.full_name'],
      published_at: ['data.taken_at', 'data.taken_at_timestamp'],
      likes: ['data.like_count', 'data.edge_media_preview_like.count'],
      comments: ['data.comment_count', 'data.edge_media_preview_comment.count'],
      views: ['data.play_count', 'data.view_count'],
    },
    learntFrom: `${SOURCE}/instagram/search_instagram.py`,
  },
  {
    id: 'zeeschuimer-x',
    name: 'Zeeschuimer: X',
    platform: 'twitter',
    escaped: true,
    has: [['source_platform', 'data.legacy.full_text', 'data.legacy.created_at']],
    fields: {
      platform_id: ['data.rest_id', 'data.legacy.id_str'],
      text: ['data.note_tweet.note_tweet_results.result.text', 'data.legacy.full_text'],
      url: [
        `https://x.com/{${X_USER}.legacy.screen_name}/status/{data.rest_id}`,
        `https://x.com/{${X_USER}.core.screen_name}/status/{data.rest_id}`,
        'https://x.com/i/status/{data.legacy.id_str}',
      ],
      author_id: ['data.legacy.user_id_str'],
      author_username: [`${X_USER}.legacy.screen_name`, `${X_USER}.core.screen_name`, 'data.user.screen_name'],
      author_name: [`${X_USER}.legacy.name`, `${X_USER}.core.name`, 'data.user.name'],
      published_at: ['data.legacy.created_at'],
      language: ['data.legacy.lang'],
      likes: ['data.legacy.favorite_count'],
      comments: ['data.legacy.reply_count'],
      shares: ['data.legacy.retweet_count'],
      views: ['data.views.count'],
    },
    learntFrom: `${SOURCE}/twitter-import/search_twitter.py`,
  },
  {
    id: 'zeeschuimer-facebook',
    name: 'Zeeschuimer: Facebook',
    platform: 'facebook',
    has: [['source_platform', `${FB_STORY}.post_id`]],
    fields: {
      platform_id: [`${FB_STORY}.post_id`],
      text: [`${FB_STORY}.message.text`],
      url: [`${FB_STORY}.wwwURL`],
      author_id: [`${FB_STORY}.actors.0.id`],
      author_name: [`${FB_STORY}.actors.0.name`],
      published_at: [0, 1, 2].map((at) => `${FB_TIME}.${at}.story.creation_time`),
    },
    learntFrom: `${SOURCE}/facebook/search_facebook.py`,
  },
]
