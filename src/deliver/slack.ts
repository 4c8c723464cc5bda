import type { Fetch } from '../sources/source.ts'
import { post, type Sender } from './outcome.ts'
import { render, SLACK_MRKDWN } from './render.ts'

// Incoming webhooks of Slack, and of what accepts the same: Mattermost, Discord's addresses that end in /slack.
export function createSlackSender(fetch: Fetch): Sender {
  return ({ content, channel }, signal) => {
    const body = JSON.stringify({ text: render(content, SLACK_MRKDWN), unfurl_links: false, unfurl_media: false })
    return post(fetch, new URL(channel.settings.url ?? ''), { body, signal })
  }
}
