// Generated from the OpenAPI document by `npm run client:types`; a test compares both.


export interface paths {
  "/api/auth/login": {
    /**
     * Log in
     * @description Returns a token for the header Authorization. Repeated failures are delayed with 429.
     */
    post: operations["logIn"];
  };
  "/api/auth/session": {
    /**
     * Check the session
     * @description Who the token belongs to and until when it is valid. Not with a key.
     */
    get: operations["getSession"];
  };
  "/api/auth/me": {
    /**
     * Who am I
     * @description The account of this session, with the language of its messages and its time zone. A key needs the scope `read`.
     */
    get: operations["getMe"];
    /**
     * Change my language, time zone or password
     * @description A new password needs the old one and ends all other sessions. Not with a key.
     */
    patch: operations["changeMe"];
  };
  "/api/auth/logout": {
    /**
     * Revoke a token
     * @description Ends the session of the token in the body; the token itself is the permission.
     */
    post: operations["logOut"];
  };
  "/api/auth/logout-all": {
    /**
     * Revoke all my tokens
     * @description Ends all sessions of this account, that of this request included. Not with a key.
     */
    post: operations["logOutEverywhere"];
  };
  "/api/session": {
    /**
     * Log in with a cookie
     * @description For browsers: the token is set as a cookie that scripts cannot read, and is not in the body.
     */
    post: operations["logInWithCookie"];
    /**
     * Log out and drop the cookie
     * @description Ends the session of this request and removes its cookie. Not with a key.
     */
    delete: operations["logOutWithCookie"];
  };
  "/api/auth/sessions": {
    /**
     * List my sessions
     * @description Each with its address, its program and when it was last used. Not with a key.
     */
    get: operations["listSessions"];
  };
  "/api/auth/sessions/{id}": {
    /**
     * End one of my sessions
     * @description The token of that session is refused from now on. Not with a key.
     */
    delete: operations["removeSession"];
  };
  "/api/keys": {
    /**
     * List my keys, newest first
     * @description Each with what it permits and when and from where it was last used, expired ones included. Not with a key.
     */
    get: operations["listKeys"];
    /**
     * Create a key for a program
     * @description The key is in this response and nowhere else. The scope `admin` can be given by administrators only, and not to a key that is limited to projects. Not with a key.
     */
    post: operations["addKey"];
  };
  "/api/keys/{id}": {
    /**
     * Revoke a key
     * @description It is refused from now on, and its live streams end. Not with a key.
     */
    delete: operations["removeKey"];
  };
  "/api/project": {
    /**
     * List my projects
     * @description In pages, newest first. Values of page and limit outside the range are moved into it. A key needs the scope `read`.
     */
    get: operations["listProjects"];
    /**
     * Create a project
     * @description An auto project is collected on schedule between its dates. A key needs the scope `write`.
     */
    post: operations["createProject"];
    /**
     * Delete a project and everything of it
     * @description Its mentions, summaries, rules and audits are removed with it. A key needs the scope `write`.
     */
    delete: operations["removeProject"];
    /**
     * Edit a project; its mentions stay, and those that no longer match are marked
     * @description Changes only the fields that are sent. A key needs the scope `write`.
     */
    patch: operations["editProject"];
  };
  "/api/project/content-count": {
    /**
     * Count what was collected
     * @description The number of mentions of one project, of all sources or of one. A key needs the scope `read`.
     */
    get: operations["countMentions"];
  };
  "/api/project/listen-status": {
    /**
     * Start or stop listening
     * @description A project that does not listen is collected only on request. A key needs the scope `collect`.
     */
    patch: operations["setListening"];
  };
  "/api/project/edits": {
    /**
     * What a project was before each edit, newest first
     * @description Each edit with the earlier values and the person who made it. A key needs the scope `read`.
     */
    get: operations["listEdits"];
  };
  "/api/project/unmatched": {
    /**
     * The mentions that an edited project no longer matches, newest first
     * @description How many there are, and the mentions, read on with a cursor. A key needs the scope `read`.
     */
    get: operations["listUnmatched"];
    /**
     * Hide or delete the mentions that an edited project no longer matches
     * @description Works on a limited number at once; `left` is how many remain. A key needs the scope `write`.
     */
    post: operations["dropUnmatched"];
  };
  "/api/project/preview": {
    /**
     * What an expression would bring, from the archive of the last 90 days
     * @description Expected volume, price in quota, warnings, suggestions and a category. Nothing is stored. A key needs the scope `read`.
     */
    post: operations["previewExpression"];
  };
  "/api/project/figures": {
    /**
     * The headline figures and the series of exactly the filtered mentions
     * @description The same numbers as in insights, without what takes longer to read: lists, coverage and estimates. A key needs the scope `read`.
     */
    get: operations["getFigures"];
  };
  "/api/project/insights": {
    /**
     * Counts, sources, authors, terms and near-duplicate groups of exactly the filtered mentions
     * @description Everything that the charts of a project show, counted in one snapshot. A key needs the scope `read`.
     */
    get: operations["getInsights"];
  };
  "/api/project/overview": {
    /**
     * All my projects at a glance
     * @description One row for each project with its counts and its state. A key needs the scope `read`.
     */
    get: operations["getOverview"];
  };
  "/api/compare": {
    /**
     * Projects, or periods or filters of one project, side by side
     * @description Two to six sides with the numbers of insights, counted in one snapshot: share of voice, sentiment, series on one axis, coverage, and the stories that the sides have in common and apart. A key needs the scope `read`.
     */
    get: operations["compare"];
  };
  "/api/project/moments": {
    /**
     * Why a range of time is as it is: what was seen and expected, and what is different from before
     * @description Stories, terms, authors and sources that make the range different, with examples. A key needs the scope `read`.
     */
    get: operations["explainRange"];
  };
  "/api/alerts": {
    /**
     * List my rules
     * @description The rules of one project or of all my projects. A key needs the scope `read`.
     */
    get: operations["listAlerts"];
    /**
     * Add a rule to a project
     * @description The rule watches the project from now on and opens incidents. A key needs the scope `write`.
     */
    post: operations["addAlert"];
  };
  "/api/alerts/{id}": {
    /**
     * Remove a rule and its incidents
     * @description The incidents that the rule opened are removed with it. A key needs the scope `write`.
     */
    delete: operations["removeAlert"];
    /**
     * Change a rule
     * @description Changes only the fields that are sent. A key needs the scope `write`.
     */
    patch: operations["changeAlert"];
  };
  "/api/alerts/backtest": {
    /**
     * List the incidents that a rule would have opened
     * @description Applies a rule to the stored mentions of a past range. Nothing is stored and nothing is sent. A key needs the scope `read`.
     */
    post: operations["backtestAlert"];
  };
  "/api/incidents": {
    /**
     * List incidents, newest first
     * @description The incidents of my rules, read on with a cursor. A key needs the scope `read`.
     */
    get: operations["listIncidents"];
  };
  "/api/incidents/{id}": {
    /**
     * Read an incident with its explanation
     * @description The incident with what was expected, what was seen and what is different. A key needs the scope `read`.
     */
    get: operations["getIncident"];
    /**
     * Acknowledge or snooze an incident
     * @description Acknowledging marks it as seen. Snoozing keeps further messages about it out of the channels; they still reach the inbox. A key needs the scope `write`.
     */
    patch: operations["changeIncident"];
  };
  "/api/admin/incidents/settings": {
    /**
     * Where incidents of the installation are sent to me
     * @description The channels that carry incidents of feeds and sources to this administrator. A key needs the scope `admin`.
     */
    get: operations["getIncidentSettings"];
    /**
     * Choose my channels for incidents of the installation: feeds and sources that broke
     * @description Replaces the list of channels; an empty list leaves only the inbox. A key needs the scope `admin`.
     */
    put: operations["setIncidentSettings"];
  };
  "/api/project/sources": {
    /**
     * Which sources can be collected
     * @description The platforms that this installation can collect from, and what the others need. A key needs the scope `read`.
     */
    get: operations["listSources"];
  };
  "/api/project/check": {
    /**
     * How an expression is read, and whether a text would match
     * @description Parses an expression; with a text also shows which terms were found and where. A key needs the scope `read`.
     */
    post: operations["checkExpression"];
  };
  "/api/project/coverage": {
    /**
     * What was requested from each source in each hour, and how it ended
     * @description The share of the time that was covered, and the gaps with their reasons. A key needs the scope `read`.
     */
    get: operations["getCoverage"];
  };
  "/api/project/generate-summary/{keywordID}": {
    /**
     * Write a summary
     * @description Every number in the text is a fact that was counted, with the filter that recounts it. A key needs the scope `write`.
     */
    post: operations["writeSummary"];
  };
  "/api/project/summary/{keywordID}": {
    /**
     * Read the newest summary
     * @description The stored summary with its facts; `outdated` when mentions that it counts were changed since. A key needs the scope `read`.
     */
    get: operations["getSummary"];
  };
  "/api/audits": {
    /**
     * The audits of a project, newest first
     * @description Each audit with its progress and its estimate. A key needs the scope `read`.
     */
    get: operations["listAudits"];
    /**
     * Draw mentions at random, to be labelled
     * @description Draws a random sample of the filtered mentions, from which the true sentiment shares are estimated. A key needs the scope `write`.
     */
    post: operations["startAudit"];
  };
  "/api/audits/{id}/extend": {
    /**
     * Draw more mentions in the same order
     * @description Adds cards to an audit until it has the requested size. A key needs the scope `write`.
     */
    post: operations["extendAudit"];
  };
  "/api/audits/{id}/labels": {
    /**
     * Label a drawn mention; again changes the label
     * @description Records what a person reads in a drawn mention. The mention itself is not changed. A key needs the scope `write`.
     */
    put: operations["labelMention"];
  };
  "/api/audits/{id}/labels/{mentionId}": {
    /**
     * Take back a label
     * @description The card counts as not labelled again. A key needs the scope `write`.
     */
    delete: operations["removeLabel"];
  };
  "/api/audits/{id}": {
    /**
     * One audit with the drawn mentions
     * @description The audit with its estimate and all cards, labelled or not. A key needs the scope `read`.
     */
    get: operations["getAudit"];
  };
  "/api/audits/change": {
    /**
     * How the sentiment changed between two audited periods
     * @description The difference between the estimates of two periods, with its interval. A key needs the scope `read`.
     */
    get: operations["compareAudits"];
  };
  "/api/mentions": {
    /**
     * Mentions of a project, newest first
     * @description In pages, with the total of the filter. A key needs the scope `read`.
     */
    get: operations["listMentions"];
  };
  "/api/mentions/search": {
    /**
     * Read on from a cursor, with every filter
     * @description The list for long readings: a cursor stays at its place while mentions are added. A key needs the scope `read`.
     */
    get: operations["searchMentions"];
  };
  "/api/mentions/{id}/similar": {
    /**
     * The near-duplicates of a mention, itself included, oldest first
     * @description All members of the story that the mention belongs to, in pages. A key needs the scope `read`.
     */
    get: operations["listSimilarMentions"];
  };
  "/api/mentions/{id}": {
    /**
     * One mention
     * @description The mention with engagement, language, matched terms and corrections. A key needs the scope `read`.
     */
    get: operations["getMention"];
    /**
     * Set the sentiment by hand, hide a mention as irrelevant, show it again, or write a note
     * @description A hidden mention counts nowhere. All counts change in the same transaction. A key needs the scope `write`.
     */
    patch: operations["changeMention"];
  };
  "/api/mentions/hidden": {
    /**
     * The hidden mentions of a project, newest first
     * @description Each with the person who hid it, read on with a cursor. A key needs the scope `read`.
     */
    get: operations["listHiddenMentions"];
  };
  "/api/mentions/{id}/tags/{tag}": {
    /**
     * Put a tag on a mention
     * @description Tags have one spelling: lower case, single spaces. A mention that has the tag keeps it. A key needs the scope `write`.
     */
    put: operations["tagMention"];
    /**
     * Take a tag off a mention
     * @description A mention that does not have the tag stays as it is. A tag that is on no mention is gone. A key needs the scope `write`.
     */
    delete: operations["untagMention"];
  };
  "/api/tags": {
    /**
     * The tags of a project, the most used first
     * @description Each with the exact number of mentions that have it; hidden ones do not count. A key needs the scope `read`.
     */
    get: operations["listTags"];
  };
  "/api/mentions/bulk": {
    /**
     * Tag, untag, correct or hide everything that a filter selects
     * @description Up to 200 mentions are changed before the response; more in the background, with their progress at /api/bulk/{id}. The total is exact at the time of the request. Can be undone for 30 days. A key needs the scope `write`.
     */
    post: operations["changeMentions"];
  };
  "/api/bulk/{id}": {
    /**
     * How far a change of many mentions is
     * @description Its state and how many mentions are done. A key needs the scope `read`.
     */
    get: operations["getMentionsChange"];
  };
  "/api/bulk/{id}/undo": {
    /**
     * Undo a change of many mentions
     * @description Each mention that it changed, and that is still as it left it, becomes what it was. A change that is not done stops. Again: nothing. A key needs the scope `write`.
     */
    post: operations["undoMentionsChange"];
  };
  "/api/views": {
    /**
     * The saved views, by name
     * @description Those that the caller saved, and those of the project. Without `keywordId`, of all projects. A key needs the scope `read`.
     */
    get: operations["listViews"];
    /**
     * Save a view
     * @description A filter, a range and an order under a name. A period moves on with time; bounds stay. A key needs the scope `write`.
     */
    post: operations["addView"];
  };
  "/api/views/{id}": {
    /**
     * Delete a view
     * @description The mentions it selects are not touched. A key needs the scope `write`.
     */
    delete: operations["removeView"];
    /**
     * Rename or change a view
     * @description What is not sent stays. A view of the project can be changed by everyone who reaches it. A key needs the scope `write`.
     */
    patch: operations["changeView"];
  };
  "/api/notes": {
    /**
     * The notes of a project, by day
     * @description Each with its author and its time. Notes of mentions are with the mentions. A key needs the scope `read`.
     */
    get: operations["listDayNotes"];
    /**
     * Add a note to a day
     * @description A day may have several notes. A key needs the scope `write`.
     */
    post: operations["addDayNote"];
  };
  "/api/notes/{id}": {
    /**
     * Delete a note
     * @description The mark on the time axis goes with it. A key needs the scope `write`.
     */
    delete: operations["removeDayNote"];
    /**
     * Change a note or move it to another day
     * @description What is not sent stays, and so does the author. A key needs the scope `write`.
     */
    patch: operations["changeDayNote"];
  };
  "/api/mentions/changes": {
    /**
     * What was added, changed and deleted since a number, in commit order
     * @description For programs that keep a copy: request with the number that the last answer ended with until more is false. A key needs the scope `read`.
     */
    get: operations["listMentionChanges"];
  };
  "/api/mentions/r10": {
    /**
     * What to read first: stories ranked, near-duplicates folded
     * @description Each item is the lead of a story with its score; `explain` adds the parts of the score. A key needs the scope `read`.
     */
    get: operations["listRanked"];
  };
  "/api/campaigns": {
    /**
     * Stories with signs of coordination, and the evidence
     * @description Equal words by many accounts within minutes, numbered copies, or the same accounts again and again. Signs, and no proof. A key needs the scope `read`.
     */
    get: operations["listCampaigns"];
  };
  "/api/campaigns/{id}": {
    /**
     * The signs of coordination of one story, and the evidence
     * @description By the id of the story or of any of its mentions. A story without signs says why. A key needs the scope `read`.
     */
    get: operations["getCampaign"];
  };
  "/api/ai-service/scrap-project-keywords": {
    /**
     * Collect a project now
     * @description Queues one run over all sources that are ready, or reports why there is none. A run that is under way is not started twice. A key needs the scope `collect`.
     */
    post: operations["dispatchProject"];
  };
  "/api/ai-service/jobs/{job_id}": {
    /**
     * How a run goes
     * @description The state of a run and its progress by source. A key needs the scope `read`.
     */
    get: operations["getJob"];
  };
  "/api/ai-service/jobs": {
    /**
     * The newest runs of a project
     * @description The newest runs of one project with their progress by source. A key needs the scope `read`.
     */
    get: operations["listJobs"];
  };
  "/api/user-quota": {
    /**
     * What remains of my quota
     * @description How many new mentions this account may still get. A key needs the scope `read`.
     */
    get: operations["getQuota"];
  };
  "/api/user-quota/history": {
    /**
     * What was granted and what each project used
     * @description By local day and project, from the ledger. A key needs the scope `read`.
     */
    get: operations["getQuotaHistory"];
  };
  "/api/events": {
    /**
     * Live: job progress and new mentions, as server-sent events
     * @description A stream that stays open. After a lost connection, Last-Event-ID resumes behind the last event. A key needs the scope `read`.
     */
    get: operations["streamEvents"];
  };
  "/api/brief": {
    /**
     * When and where I get my brief
     * @description The days, the time, the projects and the channels of my brief. A key needs the scope `read`.
     */
    get: operations["getBrief"];
    /**
     * Set up my brief
     * @description Replaces all settings of my brief. A key needs the scope `write`.
     */
    put: operations["setBrief"];
  };
  "/api/brief/preview": {
    /**
     * My brief as it would be sent now, without the opening of a language model
     * @description The text and the facts of the brief, without sending it. A key needs the scope `read`.
     */
    get: operations["previewBrief"];
  };
  "/api/project/since": {
    /**
     * What is new since I last looked
     * @description Counts of what was collected since this person last opened the project. A key needs the scope `read`.
     */
    get: operations["getNewSince"];
  };
  "/api/project/seen": {
    /**
     * I looked at this project now
     * @description Later counts of what is new start from now. A key needs the scope `write`.
     */
    post: operations["markSeen"];
  };
  "/api/channels": {
    /**
     * My channels
     * @description All my channels, and which kinds this installation can deliver to. A key needs the scope `read`.
     */
    get: operations["listChannels"];
    /**
     * Add a channel; its secret or code is shown once
     * @description Some kinds of channel must be confirmed before messages are delivered to them. A key needs the scope `write`.
     */
    post: operations["addChannel"];
  };
  "/api/channels/{id}": {
    /**
     * One of my channels
     * @description The channel with its state and how it is confirmed. A key needs the scope `read`.
     */
    get: operations["getChannel"];
    /**
     * Delete a channel
     * @description Messages that wait for it are not delivered. A key needs the scope `write`.
     */
    delete: operations["removeChannel"];
    /**
     * Change a channel, switch it on or off, or confirm it again
     * @description Changes only the fields that are sent. A key needs the scope `write`.
     */
    patch: operations["changeChannel"];
  };
  "/api/channels/{id}/secret": {
    /**
     * A new signing secret for a webhook; the old one signs too for 24 hours
     * @description The earlier secret remains valid for some time, so that the receiver can change over. A key needs the scope `write`.
     */
    post: operations["renewChannelSecret"];
  };
  "/api/channels/{id}/test": {
    /**
     * Send a test message
     * @description Queues a message to the channel. While one waits, no second one is added. A key needs the scope `write`.
     */
    post: operations["testChannel"];
  };
  "/api/channels/{id}/deliveries": {
    /**
     * What a channel delivered, newest first
     * @description Each delivery with its attempts, read on with a cursor. A key needs the scope `read`.
     */
    get: operations["listDeliveries"];
  };
  "/api/deliveries/{id}/again": {
    /**
     * Deliver a message again
     * @description Queues the same message with the same id again. A key needs the scope `write`.
     */
    post: operations["repeatDelivery"];
  };
  "/api/inbox": {
    /**
     * My messages, newest first
     * @description All messages to this person, read on with a cursor. A key needs the scope `read`.
     */
    get: operations["listInbox"];
  };
  "/api/inbox/read": {
    /**
     * Mark all messages until a time as read
     * @description Messages that are newer than the given time stay unread. A key needs the scope `write`.
     */
    post: operations["markRead"];
  };
  "/api/export": {
    /**
     * Download exactly what is filtered
     * @description A file in the chosen format with all mentions that the filter selects. A key needs the scope `read`.
     */
    get: operations["exportMentions"];
  };
  "/api/feeds": {
    /**
     * My feeds for feed readers
     * @description Those of a project, or all. The addresses are not stored, so they are not in the list. A key needs the scope `read`.
     */
    get: operations["listReaderFeeds"];
    /**
     * A secret address for feed readers; it is shown once
     * @description Atom and JSON Feed of the newest mentions, or the highest ranked stories, that the filter selects. A key needs the scope `write`.
     */
    post: operations["addReaderFeed"];
  };
  "/api/feeds/{id}": {
    /**
     * Revoke a feed
     * @description Its addresses are 404 from now on. A key needs the scope `write`.
     */
    delete: operations["revokeReaderFeed"];
  };
  "/api/feeds/{secret}.atom": {
    /**
     * The feed at a secret address, as Atom
     * @description The 50 newest mentions or highest ranked stories. 304 when the ETag or the date of the request is still right.
     */
    get: operations["readAtomFeed"];
  };
  "/api/feeds/{secret}.json": {
    /**
     * The feed at a secret address, as JSON Feed
     * @description The 50 newest mentions or highest ranked stories. 304 when the ETag or the date of the request is still right.
     */
    get: operations["readJsonFeed"];
  };
  "/api/reports/preview": {
    /**
     * What a report shows now, without storing it
     * @description The numbers, stories and voices of the blocks, read in one snapshot. A key needs the scope `read`.
     */
    post: operations["previewReport"];
  };
  "/api/reports": {
    /**
     * My reports, newest first
     * @description Those of a project, or all. A key needs the scope `read`.
     */
    get: operations["listReports"];
    /**
     * Store a report
     * @description Without a title it has the name of its project. A key needs the scope `write`.
     */
    post: operations["addReport"];
  };
  "/api/reports/{id}": {
    /**
     * A report: its filter, blocks and comments
     * @description Without numbers: these are read when the report is shown. A key needs the scope `read`.
     */
    get: operations["getReport"];
    /**
     * Delete a report
     * @description Its links are 404 from now on. A key needs the scope `write`.
     */
    delete: operations["removeReport"];
    /**
     * Change a report
     * @description Links that were made before keep showing what they showed. A key needs the scope `write`.
     */
    patch: operations["changeReport"];
  };
  "/api/reports/{id}/links": {
    /**
     * The links of a report that still open, newest first
     * @description The addresses are not stored, so they are not in the list. A key needs the scope `read`.
     */
    get: operations["listReportLinks"];
    /**
     * A link that shows the report as it is now; the address is shown once
     * @description What the blocks show now is stored with the link, and nothing else can be reached through it. It expires after 30 days unless `expiresAt` says otherwise, and can be revoked. A key needs the scope `write`.
     */
    post: operations["shareReport"];
  };
  "/api/reports/{id}/links/{link}": {
    /**
     * Revoke a link of a report
     * @description Its address is 404 from now on, and what it showed is deleted. A key needs the scope `write`.
     */
    delete: operations["revokeReportLink"];
  };
  "/api/reports/{id}/pdf": {
    /**
     * The report as PDF
     * @description 501 where the server has no browser to print with (`PANTAU_BROWSER`): print the page instead. A key needs the scope `read`.
     */
    get: operations["printReport"];
  };
  "/api/shared/{token}": {
    /**
     * The report behind a link
     * @description As it was when the link was made. 403 when the link has a password: send it by POST.
     */
    get: operations["readSharedReport"];
    /**
     * The report behind a link with a password
     * @description After some wrong passwords further ones have to wait.
     */
    post: operations["unlockSharedReport"];
  };
  "/api/admin/users": {
    /**
     * List users
     * @description All accounts with their roles and what remains of their quota, in pages. A key needs the scope `admin`.
     */
    get: operations["listUsers"];
    /**
     * Add a user
     * @description The new account can log in at once and starts with the default quota unless `kuota` is sent. A key needs the scope `admin`.
     */
    post: operations["addUser"];
  };
  "/api/admin/users/{userId}": {
    /**
     * Change a user
     * @description Changes only the fields that are sent. A new password and disabling end the sessions of the account. A key needs the scope `admin`.
     */
    patch: operations["changeUser"];
  };
  "/api/admin/users/{userId}/quota": {
    /**
     * Set what remains of a quota
     * @description Sets how many new mentions the account may still get; the change is an entry of the ledger. A key needs the scope `admin`.
     */
    put: operations["setQuota"];
  };
  "/api/admin/feeds": {
    /**
     * List feeds with their health
     * @description Every feed with its last reading, its errors and what it brought, in pages. A key needs the scope `admin`.
     */
    get: operations["listFeeds"];
    /**
     * Add a feed, or change one
     * @description A feed is identified by its address: an address that exists already is changed. A key needs the scope `admin`.
     */
    post: operations["saveFeed"];
    /**
     * Remove a feed; a shipped one is switched off
     * @description Its posts in the archive and the mentions made of them stay. A key needs the scope `admin`.
     */
    delete: operations["removeFeed"];
  };
  "/api/admin/feeds/retry": {
    /**
     * Read all feeds with problems again now
     * @description Makes every feed that is on and empty, stale, blocked, broken or gone due at once. A key needs the scope `admin`.
     */
    post: operations["retryFeeds"];
  };
  "/api/admin/sources": {
    /**
     * Sources and what they still need
     * @description Whether each source is ready to collect, and which settings it still needs. A key needs the scope `admin`.
     */
    get: operations["listAdminSources"];
  };
  "/api/admin/feeds/test": {
    /**
     * The result of reading an address
     * @description The state of a reading, and the first posts when it is done. A key needs the scope `admin`.
     */
    get: operations["getFeedTest"];
    /**
     * Read an address once, without adding it
     * @description Queues one reading of an address; its result has the same id. A key needs the scope `admin`.
     */
    post: operations["testFeed"];
  };
  "/api/confirm/{code}": {
    /**
     * The page that confirms an e-mail address
     * @description Opening the page changes nothing; its button confirms.
     */
    get: operations["showConfirmation"];
    /**
     * Confirm an e-mail address
     * @description A code works once.
     */
    post: operations["confirmAddress"];
  };
  "/api/unsubscribe/{token}": {
    /**
     * The page that ends messages to an e-mail address
     * @description Opening the page changes nothing; its button ends the messages.
     */
    get: operations["showUnsubscription"];
    /**
     * End messages to an e-mail address
     * @description Also the request that mail programs send for one-click unsubscription (RFC 8058).
     */
    post: operations["unsubscribe"];
  };
  "/api/import": {
    /**
     * Load posts that you hold: CSV, XLSX, NDJSON or JSON
     * @description Matches, analyses and stores the posts of a file. With Accept: application/x-ndjson the progress is reported row by row. A key needs the scope `collect`.
     */
    post: operations["importPosts"];
  };
  "/api/import/preview": {
    /**
     * How a file would be read; stores nothing
     * @description Shows the recognised format, the columns and the first rows. A key needs the scope `read`.
     */
    post: operations["previewImport"];
  };
}

export type webhooks = Record<string, never>;

export interface components {
  schemas: {
    Account: {
      userId: string;
      name: string;
      email: string;
      username: string;
      roles: string[];
      kuota: number;
      disabled: boolean;
    };
    AccountPage: {
      data: components["schemas"]["Account"][];
      total: number;
      page: number;
      limit: number;
      totalPages: number;
      default_kuota: number;
    };
    AddChannelBody: {
      /** @enum {string} */
      kind: "webhook" | "telegram" | "email" | "slack" | "ntfy";
      name: string;
      /** @description webhook, slack, ntfy */
      url?: string;
      /** @description ntfy */
      topic?: string;
      /** @description email */
      address?: string;
    };
    AddUserBody: {
      username: string;
      password: string;
      name: string;
      /** Format: email */
      email: string;
      roles?: ("user" | "admin")[];
      kuota?: number;
    };
    Alert: {
      id: string;
      keywordId: string;
      name: string;
      rule: components["schemas"]["AlertRule"];
      filter: {
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        /** @description One source or several joined by commas */
        sosmedId?: string;
        language?: string;
        /** @enum {string} */
        relevance?: "subject" | "passing";
        /** @description A person, an organisation, a place or a province (by its code) that the text names, as insights list them */
        entity?: string;
        author?: string;
        tag?: string;
        q?: string;
      };
      channels: string[];
      quiet: components["schemas"]["QuietHours"] | null;
      cooldownMinutes: number;
      enabled: boolean;
      /** Format: date-time */
      created_at: string;
    };
    AlertBody: {
      keywordId: string;
      name: string;
      rule: components["schemas"]["AlertRule"];
      filter?: {
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        /** @description One source or several joined by commas */
        sosmedId?: string;
        language?: string;
        /** @enum {string} */
        relevance?: "subject" | "passing";
        /** @description A person, an organisation, a place or a province (by its code) that the text names, as insights list them */
        entity?: string;
        author?: string;
        tag?: string;
        q?: string;
      };
      channels: string[];
      quiet?: components["schemas"]["QuietHours"] | null;
      cooldownMinutes?: number;
      enabled?: boolean;
    };
    AlertPatch: {
      name?: string;
      rule?: components["schemas"]["AlertRule"];
      filter?: {
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        /** @description One source or several joined by commas */
        sosmedId?: string;
        language?: string;
        /** @enum {string} */
        relevance?: "subject" | "passing";
        /** @description A person, an organisation, a place or a province (by its code) that the text names, as insights list them */
        entity?: string;
        author?: string;
        tag?: string;
        q?: string;
      };
      channels?: string[];
      quiet?: components["schemas"]["QuietHours"] | null;
      cooldownMinutes?: number;
      enabled?: boolean;
    };
    AlertRule: ({
      /** @enum {string} */
      kind: "spike";
      /** @enum {string} */
      sensitivity: "low" | "medium" | "high";
      min?: number;
    }) | {
      /** @enum {string} */
      kind: "volume";
      count: number;
      minutes: number;
    } | {
      /** @enum {string} */
      kind: "negative";
      share: number;
      minutes: number;
      min: number;
    } | {
      /** @enum {string} */
      kind: "story";
      authors?: number;
      copies?: number;
      minutes: number;
    } | {
      /** @enum {string} */
      kind: "mention";
      everyMinutes: number;
    } | ({
      /** @enum {string} */
      kind: "silence";
      hours: number;
      /** @enum {string} */
      source?: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
    }) | {
      /** @enum {string} */
      kind: "quota";
      below?: number;
      days?: number;
    };
    Alerts: {
      data: components["schemas"]["Alert"][];
    };
    Audit: {
      id: string;
      keyword_id: string;
      filter: {
        /** Format: date-time */
        from?: string;
        /** Format: date-time */
        to?: string;
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        sosmedId?: string;
        language?: string;
        /** @enum {string} */
        relevance?: "subject" | "passing";
        entity?: string;
        author?: string;
        tag?: string;
        q?: string;
      };
      size: number;
      labelled: number;
      estimate: components["schemas"]["SentimentEstimate"] | null;
      estimate_reason: ("not_audited" | "too_few") | null;
      /** Format: date-time */
      created_at: string;
    };
    AuditCards: {
      id: string;
      keyword_id: string;
      filter: {
        /** Format: date-time */
        from?: string;
        /** Format: date-time */
        to?: string;
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        sosmedId?: string;
        language?: string;
        /** @enum {string} */
        relevance?: "subject" | "passing";
        entity?: string;
        author?: string;
        tag?: string;
        q?: string;
      };
      size: number;
      labelled: number;
      estimate: components["schemas"]["SentimentEstimate"] | null;
      estimate_reason: ("not_audited" | "too_few") | null;
      /** Format: date-time */
      created_at: string;
      cards: ({
          id: string;
          targeted_account_id: string;
          content: string;
          keywordid: string;
          url: string;
          /** @enum {integer} */
          sentimen: -1 | 0 | 1;
          /** @enum {string} */
          socialmediaid: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
          /** Format: date-time */
          createdat: string;
          /** Format: date-time */
          updated_at: string;
          targeted_account: {
            username: string;
            display_name: string;
          };
          SnaKeyword: {
            group: string;
            keyword: string;
          };
          engagement: components["schemas"]["Engagement"];
          similar_count: number;
          story: string;
          language: string;
          matched: string[];
          /** @enum {string} */
          relevance: "subject" | "passing";
          entities: components["schemas"]["Entity"][];
          byline: string | null;
          corrected: {
            by: string;
            /** Format: date-time */
            at: string;
          } | null;
          earlier: {
            text: string;
            /** Format: date-time */
            until: string;
          } | null;
          tags: string[];
          note: {
            text: string;
            by: string;
            /** Format: date-time */
            at: string;
          } | null;
          no_longer_matching: boolean;
          probabilities: {
            negative: number;
            neutral: number;
            positive: number;
          } | null;
          model: ("hashed" | "encoder" | "operator") | null;
          label: (-1 | 0 | 1) | null;
        })[];
    };
    Audits: {
      data: components["schemas"]["Audit"][];
    };
    Backtest: {
      incidents: ({
          /** Format: date-time */
          opened_at: string;
          closed_at: string | null;
          peak: number;
          expected: number | null;
          seen: number;
          story: string | null;
          subject: string;
        })[];
      count: number;
    };
    BacktestBody: {
      keywordId: string;
      rule: components["schemas"]["AlertRule"];
      filter?: {
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        /** @description One source or several joined by commas */
        sosmedId?: string;
        language?: string;
        /** @enum {string} */
        relevance?: "subject" | "passing";
        /** @description A person, an organisation, a place or a province (by its code) that the text names, as insights list them */
        entity?: string;
        author?: string;
        tag?: string;
        q?: string;
      };
      from?: string;
      to?: string;
      cooldownMinutes?: number;
    };
    Brief: {
      /** @description None switches the brief off */
      days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
      /** @description HH:MM */
      time: string;
      timeZone: string;
      projects: "all" | string[];
      /** @description Beside the inbox, which always gets it */
      channels: string[];
      /** @enum {string} */
      language: "id" | "en";
      report?: string | null;
      next_at: string | null;
    };
    BriefBody: {
      /** @description None switches the brief off */
      days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
      /** @description HH:MM */
      time: string;
      timeZone: string;
      projects: "all" | string[];
      /** @description Beside the inbox, which always gets it */
      channels: string[];
      /** @enum {string} */
      language: "id" | "en";
      report?: string | null;
    };
    BriefFact: {
      /** @enum {string} */
      kind: "mentions" | "percent" | "mean" | "estimate" | "estimate_low" | "estimate_high" | "hours_missed" | "incidents" | "feeds" | "quota_left" | "quota_spent" | "quota_days" | "projects" | "weeks" | "unchanged";
      filter: {
        projectId?: string;
        /** Format: date-time */
        from?: string;
        /** Format: date-time */
        to?: string;
        /** @enum {integer} */
        sentiment?: -1 | 0 | 1;
        /** @enum {string} */
        platform?: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
        story?: string;
        author?: string;
        q?: string;
        periods?: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
          }[];
      };
      /** Format: date-time */
      collected_until: string;
      value: number;
      url: string | null;
      query: string | null;
    };
    BriefPreview: {
      title: string;
      blocks: ({
          /** @enum {string} */
          kind: "text";
          text: string;
        } | ({
          /** @enum {string} */
          kind: "list";
          title: string;
          items: ({
              text: string;
              url: string | null;
            })[];
        }) | ({
          /** @enum {string} */
          kind: "quote";
          text: string;
          by: string;
          url: string | null;
        }))[];
      links: {
          label: string;
          url: string;
        }[];
      data: {
        /** Format: date */
        day: string;
        /** Format: date-time */
        due_at: string;
        late: boolean;
        /** Format: date-time */
        from: string;
        /** Format: date-time */
        to: string;
        facts: components["schemas"]["BriefFact"][];
      };
    };
    BulkChange: {
      id: string;
      keyword_id: string;
      change: {
        tag?: string;
        untag?: string;
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        /** @enum {boolean} */
        hidden?: true;
      };
      by: string;
      /** @enum {string} */
      state: "running" | "done" | "undoing" | "undone";
      total: number;
      done: number;
      changed: number;
      /** Format: date-time */
      created_at: string;
      finished_at: string | null;
      /** Format: date-time */
      undo_until: string;
    };
    Campaign: {
      id: string;
      keyword_id: string;
      copies: number;
      read: number;
      own: number;
      authors: number;
      authors_exact: boolean;
      ordinary: ("few" | "news" | "shared" | "formula" | "short") | null;
      burst: {
        authors: number;
        /** Format: date-time */
        from: string;
        /** Format: date-time */
        to: string;
        share: number;
      } | null;
      serial: {
        numbers: string[];
        distinct: number;
        rising: boolean;
      } | null;
      together: {
        accounts: number;
        of: number;
        stories: {
            id: string;
            accounts: number;
            text: string;
          }[];
      } | null;
      timeline: {
        step_seconds: number;
        points: {
            /** Format: date-time */
            at: string;
            copies: number;
          }[];
      };
      wording: {
        text: string;
        share: number;
      };
      examples: {
          mention: components["schemas"]["EnrichedMention"];
          marks: {
              start: number;
              end: number;
            }[];
        }[];
    };
    Campaigns: {
      data: components["schemas"]["Campaign"][];
      notice: string;
      examined: number;
      /** Format: date-time */
      since: string;
      complete: boolean;
    };
    ChangeChannelBody: {
      name?: string;
      /** @description webhook, slack, ntfy */
      url?: string;
      /** @description ntfy */
      topic?: string;
      /** @description email */
      address?: string;
      enabled?: boolean;
      /**
       * @description A new code for a chat, or another confirmation of an e-mail address
       * @enum {boolean}
       */
      confirm?: true;
    };
    ChangeLog: {
      data: ({
          number: number;
          /** @enum {string} */
          change: "new" | "changed" | "deleted";
          id: string;
          /** Format: date-time */
          at: string;
          mention: ({
            id: string;
            targeted_account_id: string;
            content: string;
            keywordid: string;
            url: string;
            /** @enum {integer} */
            sentimen: -1 | 0 | 1;
            /** @enum {string} */
            socialmediaid: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
            /** Format: date-time */
            createdat: string;
            /** Format: date-time */
            updated_at: string;
            targeted_account: {
              username: string;
              display_name: string;
            };
            SnaKeyword: {
              group: string;
              keyword: string;
            };
            engagement: components["schemas"]["Engagement"];
            similar_count: number;
            story: string;
            language: string;
            matched: string[];
            /** @enum {string} */
            relevance: "subject" | "passing";
            entities: components["schemas"]["Entity"][];
            byline: string | null;
            corrected: {
              by: string;
              /** Format: date-time */
              at: string;
            } | null;
            earlier: {
              text: string;
              /** Format: date-time */
              until: string;
            } | null;
            tags: string[];
            note: {
              text: string;
              by: string;
              /** Format: date-time */
              at: string;
            } | null;
            no_longer_matching: boolean;
            probabilities: {
              negative: number;
              neutral: number;
              positive: number;
            } | null;
            model: ("hashed" | "encoder" | "operator") | null;
          }) | null;
        })[];
      next: number;
      more: boolean;
    };
    ChangeMeBody: {
      password?: {
        old: string;
        new: string;
      };
      /** @enum {string} */
      language?: "id" | "en";
      timeZone?: string | null;
    };
    ChangeMentionBody: {
      /** @enum {integer} */
      sentimen?: -1 | 0 | 1;
      hidden?: boolean;
      note?: string | null;
    };
    ChangeUserBody: {
      name?: string;
      /** Format: email */
      email?: string;
      password?: string;
      roles?: ("user" | "admin")[];
      disabled?: boolean;
    };
    ChangedMention: {
      id: string;
      targeted_account_id: string;
      content: string;
      keywordid: string;
      url: string;
      /** @enum {integer} */
      sentimen: -1 | 0 | 1;
      /** @enum {string} */
      socialmediaid: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
      /** Format: date-time */
      createdat: string;
      /** Format: date-time */
      updated_at: string;
      targeted_account: {
        username: string;
        display_name: string;
      };
      SnaKeyword: {
        group: string;
        keyword: string;
      };
      engagement: components["schemas"]["Engagement"];
      similar_count: number;
      story: string;
      language: string;
      matched: string[];
      /** @enum {string} */
      relevance: "subject" | "passing";
      entities: components["schemas"]["Entity"][];
      byline: string | null;
      corrected: {
        by: string;
        /** Format: date-time */
        at: string;
      } | null;
      earlier: {
        text: string;
        /** Format: date-time */
        until: string;
      } | null;
      tags: string[];
      note: {
        text: string;
        by: string;
        /** Format: date-time */
        at: string;
      } | null;
      no_longer_matching: boolean;
      probabilities: {
        negative: number;
        neutral: number;
        positive: number;
      } | null;
      model: ("hashed" | "encoder" | "operator") | null;
      hidden: boolean;
    };
    ChangedOwnUser: {
      success: boolean;
      message: string;
      revoked: number;
      /** @enum {string} */
      language: "id" | "en";
      timeZone: string | null;
    };
    Channel: {
      id: string;
      /** @enum {string} */
      kind: "webhook" | "telegram" | "email" | "slack" | "ntfy";
      name: string;
      /** @enum {string} */
      state: "ready" | "unconfirmed" | "off";
      off_reason: ("gone" | "failing" | "unsubscribed" | "owner") | null;
      url: string | null;
      topic: string | null;
      address: string | null;
      failing_since: string | null;
      /** Format: date-time */
      created_at: string;
    };
    ChannelSecret: {
      secret: string;
      /** Format: date-time */
      previous_expires_at: string;
    };
    Channels: {
      data: components["schemas"]["Channel"][];
      kinds: ("webhook" | "telegram" | "email" | "slack" | "ntfy")[];
    };
    CheckExpressionBody: {
      keyword: string;
      exclude?: string;
      text?: string;
    };
    ComparedSide: {
      label: string;
      keyword_id: string;
      project: string;
      /** Format: date-time */
      from: string;
      /** Format: date-time */
      to: string;
      filter: {
        [key: string]: string;
      };
      total: number;
      unique: number;
      independent: number;
      sentiment_distribution: {
        [key: string]: number;
      };
      per_day: number;
      share_of_voice: number | null;
      sentiment_estimate: components["schemas"]["SentimentEstimate"] | null;
      sentiment_estimate_reason: ("not_audited" | "too_few") | null;
      previous: components["schemas"]["Previous"];
      series: {
          offset: number;
          /** Format: date-time */
          at: string;
          negative: number;
          neutral: number;
          positive: number;
          sources: {
            [key: string]: number;
          };
          mentions: number;
          unique: number;
          independent: number;
        }[];
      steps: number;
      coverage: components["schemas"]["CoverageShare"];
      stories: components["schemas"]["ComparedStory"][];
      apart: components["schemas"]["ComparedStory"][];
      apart_total: number;
    };
    ComparedStory: {
      id: string;
      text: string;
      /** @enum {string} */
      socialmediaid: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
      username: string;
      author: string;
      /** Format: date-time */
      published_at: string;
      count: number;
      authors: number;
    };
    Comparison: {
      /** @enum {string} */
      by: "project" | "period" | "filter";
      /** @enum {string} */
      step: "hour" | "day";
      sides: components["schemas"]["ComparedSide"][];
      common: ((components["schemas"]["ComparedStory"] | null)[])[];
      common_total: number;
      stories_compared: number;
      warnings: ({
          side: number;
          /** @enum {string} */
          code: "not_listening" | "less_covered" | "began_later" | "other_length" | "unfinished";
        })[];
    };
    Confirmation: {
      message: string;
    };
    Coverage: {
      keyword_id: string;
      /** Format: date-time */
      from: string;
      /** Format: date-time */
      to: string;
      coverage: components["schemas"]["CoverageShare"];
      sources: ({
          /** @enum {string} */
          source: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
          on: boolean;
          hours_listened: number;
          hours_covered: number;
          hours: {
              /** Format: date-time */
              at: string;
              asked: number;
              answered: number;
              empty: number;
              failed: number;
              blocked: number;
              not_configured: number;
            }[];
        })[];
      periods: ({
          /** Format: date-time */
          from: string;
          /** Format: date-time */
          to: string;
          /** @enum {string} */
          state: "listening" | "paused" | "manual" | "no_quota" | "disabled" | "not_begun" | "before_start" | "after_end";
        })[];
      gaps: {
          /** Format: date-time */
          from: string;
          /** Format: date-time */
          to: string;
        }[];
    };
    CoverageShare: {
      share: number | null;
      hours_listened: number;
      hours_covered: number;
      gaps: ({
          /** Format: date-time */
          from: string;
          /** Format: date-time */
          to: string;
          source: ("twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news") | null;
          /** @enum {string} */
          state: "not_begun" | "paused" | "manual" | "no_quota" | "disabled" | "not_asked" | "out_of_reach" | "failed" | "blocked";
        })[];
      gaps_left_out: number;
      lower_bound: boolean;
    };
    CreateProjectBody: {
      group: string;
      keyword: string;
      /** @enum {string} */
      categoryId: "sosial-budaya" | "ideologi" | "politik" | "ekonomi" | "pertahanan-keamanan" | "semua" | "umum" | "olahraga" | "sosial" | "budaya" | "teknologi" | "hiburan" | "kesehatan" | "pendidikan" | "agama";
      /** @description YYYY-MM-DD, or an ISO 8601 date-time */
      startDate: string;
      endDate?: string | null;
      /** @enum {string} */
      type: "manual" | "auto";
      exclude?: string;
    };
    DayNote: {
      id: string;
      keyword_id: string;
      /** Format: date */
      day: string;
      text: string;
      by: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    DayNoteBody: {
      keywordId: string;
      /** @description YYYY-MM-DD */
      day: string;
      text: string;
    };
    DayNotePatch: {
      /** @description YYYY-MM-DD */
      day?: string;
      text?: string;
    };
    DayNotes: {
      data: components["schemas"]["DayNote"][];
    };
    Deliveries: {
      data: components["schemas"]["Delivery"][];
      next: string | null;
    };
    Delivery: {
      id: string;
      channel_id: string;
      message_id: string;
      /** @enum {string} */
      type: "incident.opened" | "incident.updated" | "incident.closed" | "brief" | "test" | "notice";
      title: string;
      /** @enum {string} */
      state: "waiting" | "sending" | "delivered" | "failed" | "grouped";
      grouped_into: string | null;
      attempts: number;
      next_at: string | null;
      status: number | null;
      detail: string | null;
      /** Format: date-time */
      created_at: string;
      delivered_at: string | null;
    };
    Dispatch: {
      success: boolean;
      result: {
        job_id?: string;
        /** @enum {string} */
        status: "queued" | "running" | "refused";
        /** @enum {string} */
        reason?: "quota_exhausted" | "project_ended" | "project_not_started" | "no_source";
        /** @enum {boolean} */
        lookback?: true;
        sources: ({
            /** @enum {string} */
            source: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
            /** @enum {string} */
            status: "queued" | "not_configured" | "out_of_reach";
            since?: string | null;
          })[];
        kuota: number;
      };
    };
    DispatchProjectBody: {
      keyword_id: string;
    };
    DropUnmatchedBody: {
      id: string;
      /** @enum {string} */
      action: "hide" | "delete";
    };
    DroppedMentions: {
      changed: number;
      left: number;
    };
    EditProjectBody: {
      group?: string;
      keyword?: string;
      /** @enum {string} */
      categoryId?: "sosial-budaya" | "ideologi" | "politik" | "ekonomi" | "pertahanan-keamanan" | "semua" | "umum" | "olahraga" | "sosial" | "budaya" | "teknologi" | "hiburan" | "kesehatan" | "pendidikan" | "agama";
      /** @description YYYY-MM-DD, or an ISO 8601 date-time */
      startDate?: string;
      endDate?: string | null;
      /** @enum {string} */
      type?: "manual" | "auto";
      exclude?: string;
      /** @description Read the archive again: what the new expression finds in it is charged */
      fromArchive?: boolean;
    };
    EditedProject: {
      id: string;
      group: string;
      keyword: string;
      exclude: string;
      /** @enum {integer} */
      islisten: 0 | 1;
      /** Format: date-time */
      updatedAt: string;
      /** @enum {string} */
      categoryid: "sosial-budaya" | "ideologi" | "politik" | "ekonomi" | "pertahanan-keamanan" | "semua" | "umum" | "olahraga" | "sosial" | "budaya" | "teknologi" | "hiburan" | "kesehatan" | "pendidikan" | "agama";
      /** Format: date */
      start_date: string;
      end_date: string | null;
      /** @enum {string} */
      type: "manual" | "auto";
      no_longer_matching: number;
      checking: boolean;
    };
    Engagement: {
      likes: number;
      comments: number;
      shares: number;
      views: number;
    };
    EnrichedMention: {
      id: string;
      targeted_account_id: string;
      content: string;
      keywordid: string;
      url: string;
      /** @enum {integer} */
      sentimen: -1 | 0 | 1;
      /** @enum {string} */
      socialmediaid: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
      /** Format: date-time */
      createdat: string;
      /** Format: date-time */
      updated_at: string;
      targeted_account: {
        username: string;
        display_name: string;
      };
      SnaKeyword: {
        group: string;
        keyword: string;
      };
      engagement: components["schemas"]["Engagement"];
      similar_count: number;
      story: string;
      language: string;
      matched: string[];
      /** @enum {string} */
      relevance: "subject" | "passing";
      entities: components["schemas"]["Entity"][];
      byline: string | null;
      corrected: {
        by: string;
        /** Format: date-time */
        at: string;
      } | null;
      earlier: {
        text: string;
        /** Format: date-time */
        until: string;
      } | null;
      tags: string[];
      note: {
        text: string;
        by: string;
        /** Format: date-time */
        at: string;
      } | null;
      no_longer_matching: boolean;
      probabilities: {
        negative: number;
        neutral: number;
        positive: number;
      } | null;
      model: ("hashed" | "encoder" | "operator") | null;
    };
    Entity: {
      id: string;
      name: string;
    };
    Error: {
      /** @enum {boolean} */
      success: false;
      error: string;
      message: string;
    };
    Evidence: {
        text: string;
        mentions: string[];
      }[];
    ExpressionCheck: {
      valid: boolean;
      error: {
        message: string;
        position: number;
        reason: components["schemas"]["Reason"];
      } | null;
      alternatives: string[][];
      exclusions: string[];
      match: ({
        matched: boolean;
        alternative: number | null;
        found: {
            term: string;
            spans: {
                start: number;
                end: number;
              }[];
          }[];
        excluded_by: string | null;
      }) | null;
    };
    ExpressionPreview: {
      days: ({
          /** Format: date */
          day: string;
          matched: number;
          platforms: ({
              /** @enum {string} */
              source: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
              matched: number;
            })[];
        })[];
      per_month: {
        low: number;
        expected: number;
        high: number;
      } | null;
      examples: ({
          text: string;
          marks: {
              start: number;
              end: number;
            }[];
          /** @enum {string} */
          platform: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
          /** Format: date-time */
          published_at: string;
          url: string;
        })[];
      alternatives: {
          terms: string[];
          matched: number;
          only: number;
          noise: number;
        }[];
      warnings: ({
          /** @enum {string} */
          code: "operator" | "not" | "minus" | "parentheses" | "wildcard";
          position: number;
          message: string;
          fix: {
            keyword: string;
            exclude: string;
          } | null;
        })[];
      suggestions: ({
          /** @enum {string} */
          kind: "exclude" | "add" | "affix";
          term: string;
          gain: number;
          loss: number;
          keyword: string;
          exclude: string;
        })[];
      category: ({
        /** @enum {string} */
        categoryId: "sosial-budaya" | "ideologi" | "politik" | "ekonomi" | "pertahanan-keamanan" | "semua" | "umum" | "olahraga" | "sosial" | "budaya" | "teknologi" | "hiburan" | "kesehatan" | "pendidikan" | "agama";
        texts: number;
        judged: number;
        words: string[];
      }) | null;
      archive: {
        since: string | null;
        posts: number;
        read: number;
        exact: boolean;
        in_dates: number;
        new: number;
      };
      kuota: number;
    };
    ExtendAuditBody: {
      size: number;
    };
    Fact: {
      /** @enum {string} */
      kind: "mentions" | "share" | "largest_source" | "largest_day" | "largest_story";
      filter: {
        /** Format: date-time */
        from: string;
        /** Format: date-time */
        to: string;
        /** Format: date-time */
        collected_until: string;
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        /** @enum {string} */
        sosmedId?: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
        story?: string;
        timeZone?: string;
      };
      value: number;
    };
    Feed: {
      id: string;
      url: string;
      /** @enum {string} */
      platform: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
      name: string;
      enabled: boolean;
      shipped: boolean;
      family: string | null;
      region: string | null;
      /** @enum {string} */
      state: "new" | "ok" | "empty" | "stale" | "undated" | "repeating" | "blocked" | "broken" | "gone";
      detail: string | null;
      last_polled_at: string | null;
      last_post_at: string | null;
      posts: number;
      alternatives: string[];
      read_url: string | null;
      learnt: string | null;
      certainty: ("checked" | "listed" | "derived") | null;
    };
    FeedSample: {
      /** @enum {string} */
      platform: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
      id: string;
      text: string;
      url: string;
      author: string;
      byline: string | null;
      /** Format: date-time */
      published_at: string;
    };
    FeedTest: {
      id: string;
      url: string;
      /** @enum {string} */
      platform: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
      /** @enum {string} */
      status: "queued" | "running" | "done" | "failed";
      result: ({
        /** @enum {string} */
        state: "new" | "ok" | "empty" | "stale" | "undated" | "repeating" | "blocked" | "broken" | "gone";
        detail: string | null;
        title: string | null;
        entries: number;
        newest: string | null;
        samples: components["schemas"]["FeedSample"][];
      }) | null;
    };
    FeedTotals: {
      feeds: number;
      enabled: number;
      states: {
        [key: string]: number;
      };
      platforms: {
        [key: string]: number;
      };
      provinces: number;
    };
    Feeds: {
      data: components["schemas"]["Feed"][];
      total: number;
      page: number;
      limit: number;
      totalPages: number;
      totals: components["schemas"]["FeedTotals"];
    };
    Figures: {
      keyword_id: string;
      /** Format: date-time */
      from: string;
      /** Format: date-time */
      to: string;
      /** @enum {string} */
      step: "hour" | "day";
      total: number;
      unique: number;
      independent: number;
      sentiment_distribution: {
        [key: string]: number;
      };
      series: components["schemas"]["SeriesPoint"][];
      previous: components["schemas"]["Previous"];
    };
    HiddenMention: {
      id: string;
      targeted_account_id: string;
      content: string;
      keywordid: string;
      url: string;
      /** @enum {integer} */
      sentimen: -1 | 0 | 1;
      /** @enum {string} */
      socialmediaid: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
      /** Format: date-time */
      createdat: string;
      /** Format: date-time */
      updated_at: string;
      targeted_account: {
        username: string;
        display_name: string;
      };
      SnaKeyword: {
        group: string;
        keyword: string;
      };
      engagement: components["schemas"]["Engagement"];
      similar_count: number;
      story: string;
      language: string;
      matched: string[];
      /** @enum {string} */
      relevance: "subject" | "passing";
      entities: components["schemas"]["Entity"][];
      byline: string | null;
      corrected: {
        by: string;
        /** Format: date-time */
        at: string;
      } | null;
      earlier: {
        text: string;
        /** Format: date-time */
        until: string;
      } | null;
      tags: string[];
      note: {
        text: string;
        by: string;
        /** Format: date-time */
        at: string;
      } | null;
      no_longer_matching: boolean;
      probabilities: {
        negative: number;
        neutral: number;
        positive: number;
      } | null;
      model: ("hashed" | "encoder" | "operator") | null;
      hidden: {
        by: string;
        /** Format: date-time */
        at: string;
      };
    };
    HiddenMentions: {
      data: components["schemas"]["HiddenMention"][];
      next: string | null;
    };
    ImportPreview: {
      /** @enum {string} */
      container: "csv" | "ndjson" | "json" | "xlsx";
      format: {
        id: string;
        name: string;
      };
      columns: string[];
      mapping: ({
          /** @enum {string} */
          field: "platform" | "platform_id" | "title" | "text" | "url" | "author_id" | "author_username" | "author_name" | "published_at" | "language" | "kind" | "likes" | "comments" | "shares" | "views";
          column: string;
        })[];
      dates: ("day-first" | "month-first") | null;
      rows_total: number;
      rows: components["schemas"]["ImportPreviewRow"][];
      problems: string[];
    };
    ImportPreviewRow: {
      row: number;
      /** @enum {string} */
      outcome: "matched" | "not_matched" | "outside_dates" | "invalid";
      message: string | null;
      reason: components["schemas"]["Reason"] | null;
      post: ({
        /** @enum {string} */
        platform: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
        platform_id: string;
        /** @enum {string} */
        kind: "post" | "video" | "comment" | "article";
        text: string;
        url: string;
        /** Format: date-time */
        published_at: string;
        author: {
          id: string;
          username: string;
          display_name: string;
        };
        engagement: {
          likes: number;
          comments: number;
          shares: number;
          views: number;
        };
      }) | null;
    };
    ImportReport: {
      rows: number;
      new: number;
      known: number;
      not_matched: number;
      outside_dates: number;
      unpaid: number;
      invalid: number;
      errors: {
          row: number;
          message: string;
          reason: components["schemas"]["Reason"];
        }[];
      kuota: number;
    };
    Inbox: {
      data: components["schemas"]["InboxMessage"][];
      next: string | null;
      unread: number;
    };
    InboxMessage: {
      id: string;
      /** @enum {string} */
      type: "incident.opened" | "incident.updated" | "incident.closed" | "brief" | "test" | "notice";
      incident_id: string | null;
      title: string;
      blocks: ({
          /** @enum {string} */
          kind: "text";
          text: string;
        } | ({
          /** @enum {string} */
          kind: "list";
          title: string;
          items: ({
              text: string;
              url: string | null;
            })[];
        }) | ({
          /** @enum {string} */
          kind: "quote";
          text: string;
          by: string;
          url: string | null;
        }))[];
      links: {
          label: string;
          url: string;
        }[];
      /** Format: date-time */
      created_at: string;
      read_at: string | null;
    };
    Incident: {
      id: string;
      alert_id: string | null;
      keyword_id: string | null;
      kind: string;
      name: string;
      subject: string;
      /** @enum {string} */
      state: "open" | "closed";
      /** Format: date-time */
      opened_at: string;
      closed_at: string | null;
      /** Format: date-time */
      since: string;
      seen: number;
      peak: number;
      expected: number | null;
      low: number | null;
      high: number | null;
      basis: ("history" | "fixed") | null;
      detail: string | null;
      moment: components["schemas"]["RangeExplanation"] | null;
      acknowledged_at: string | null;
      snoozed_until: string | null;
    };
    IncidentPatch: {
      acknowledged?: boolean;
      snoozedUntil?: string | null;
    };
    IncidentSettings: {
      channels: string[];
    };
    Incidents: {
      data: components["schemas"]["Incident"][];
      next: string | null;
    };
    Insights: {
      keyword_id: string;
      /** Format: date-time */
      from: string;
      /** Format: date-time */
      to: string;
      /** @enum {string} */
      step: "hour" | "day";
      total: number;
      unique: number;
      independent: number;
      sentiment_distribution: {
        [key: string]: number;
      };
      series: components["schemas"]["SeriesPoint"][];
      previous: components["schemas"]["Previous"];
      sentiment_estimate: components["schemas"]["SentimentEstimate"] | null;
      sentiment_estimate_reason: ("not_audited" | "too_few") | null;
      sources: {
        [key: string]: number;
      };
      languages: {
        [key: string]: number;
      };
      authors: ({
          targeted_account_id: string;
          username: string;
          display_name: string;
          /** @enum {string} */
          socialmediaid: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
          count: number;
        })[];
      hashtags: {
          term: string;
          count: number;
          score: number;
        }[];
      terms: {
          term: string;
          count: number;
          score: number;
        }[];
      terms_sample: components["schemas"]["TermsSample"] | null;
      entities: {
        persons: {
            id: string;
            name: string;
            count: number;
          }[];
        organisations: {
            id: string;
            name: string;
            count: number;
          }[];
        places: {
            id: string;
            name: string;
            count: number;
          }[];
      };
      provinces: {
          code: string;
          name: string;
          count: number;
        }[];
      no_place: number;
      groups: {
          mention: components["schemas"]["EnrichedMention"];
          count: number;
          authors: number;
          entities: components["schemas"]["Entity"][];
        }[];
      coverage: components["schemas"]["CoverageShare"];
    };
    Job: {
      job_id: string;
      keyword_id: string | null;
      /** @enum {string} */
      status: "queued" | "running" | "done" | "failed";
      progress: {
        [key: string]: components["schemas"]["SourceProgress"];
      };
      detail: string | null;
      /** Format: date-time */
      created_at: string;
      started_at: string | null;
      finished_at: string | null;
    };
    Jobs: {
      data: components["schemas"]["Job"][];
    };
    KeyBody: {
      name: string;
      scopes: ("read" | "write" | "collect" | "admin")[];
      projects?: string[] | null;
      expiresAt?: string | null;
    };
    KeyCreated: {
      id: string;
      name: string;
      prefix: string;
      scopes: ("read" | "write" | "collect" | "admin")[];
      projects: string[] | null;
      expiresAt: string | null;
      /** Format: date-time */
      createdAt: string;
      key: string;
    };
    Keys: {
      data: ({
          id: string;
          name: string;
          prefix: string;
          scopes: ("read" | "write" | "collect" | "admin")[];
          projects: string[] | null;
          expiresAt: string | null;
          /** Format: date-time */
          createdAt: string;
          lastUsedAt: string | null;
          lastUsedFrom: string | null;
        })[];
    };
    LabelMentionBody: {
      mentionId: string;
      /** @enum {integer} */
      sentimen: -1 | 0 | 1;
    };
    ListedMention: {
      id: string;
      targeted_account_id: string;
      content: string;
      keywordid: string;
      url: string;
      /** @enum {integer} */
      sentimen: -1 | 0 | 1;
      /** @enum {string} */
      socialmediaid: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
      /** Format: date-time */
      createdat: string;
      /** Format: date-time */
      updated_at: string;
      targeted_account: {
        username: string;
        display_name: string;
      };
      SnaKeyword: {
        group: string;
        keyword: string;
      };
      engagement: components["schemas"]["Engagement"];
      similar_count: number;
      story: string;
      language: string;
      matched: string[];
      /** @enum {string} */
      relevance: "subject" | "passing";
      entities: components["schemas"]["Entity"][];
      byline: string | null;
      corrected: {
        by: string;
        /** Format: date-time */
        at: string;
      } | null;
      earlier: {
        text: string;
        /** Format: date-time */
        until: string;
      } | null;
      tags: string[];
      note: {
        text: string;
        by: string;
        /** Format: date-time */
        at: string;
      } | null;
      no_longer_matching: boolean;
      probabilities: {
        negative: number;
        neutral: number;
        positive: number;
      } | null;
      model: ("hashed" | "encoder" | "operator") | null;
      explain?: {
        recency: number;
        engagement: number;
        spread: number;
        relevance: number;
      };
      authors?: number;
      first?: {
        id: string;
        /** Format: date-time */
        createdat: string;
        targeted_account: {
          username: string;
          display_name: string;
        };
      };
    };
    LogInBody: {
      username: string;
      password: string;
    };
    LogInWithCookieBody: {
      username: string;
      password: string;
    };
    LogOutBody: {
      token: string;
    };
    LoggedOut: {
      success: boolean;
      message: string;
    };
    LoggedOutEverywhere: {
      success: boolean;
      message: string;
      revoked: number;
    };
    MarkReadBody: {
      /** Format: date-time */
      until: string;
    };
    MarkSeenBody: {
      id: string;
    };
    Mention: {
      id: string;
      targeted_account_id: string;
      content: string;
      keywordid: string;
      url: string;
      /** @enum {integer} */
      sentimen: -1 | 0 | 1;
      /** @enum {string} */
      socialmediaid: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
      /** Format: date-time */
      createdat: string;
      /** Format: date-time */
      updated_at: string;
      targeted_account: {
        username: string;
        display_name: string;
      };
      SnaKeyword: {
        group: string;
        keyword: string;
      };
    };
    MentionBulkBody: {
      keywordId: string;
      /** @description Everything that it selects */
      filter?: {
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        /** @description One source or several joined by commas */
        sosmedId?: string;
        language?: string;
        /** @enum {string} */
        relevance?: "subject" | "passing";
        entity?: string;
        author?: string;
        story?: string;
        tag?: string;
        q?: string;
        /** @description A day or an ISO 8601 date-time; the start, included */
        from?: string;
        /** @description A day, included, or an ISO 8601 date-time, excluded */
        to?: string;
      };
      /** @description These mentions, in place of a filter */
      ids?: string[];
      change: {
        tag?: string;
        untag?: string;
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        /** @enum {boolean} */
        hidden?: true;
      };
    };
    MentionCount: {
      data: number;
    };
    MentionPage: {
      data: components["schemas"]["Mention"][];
      total: number;
      page: number;
      limit: number;
      totalPages: number;
    };
    MentionSearch: {
      data: components["schemas"]["ListedMention"][];
      next: string | null;
      total: number;
    };
    NewChannel: {
      id: string;
      /** @enum {string} */
      kind: "webhook" | "telegram" | "email" | "slack" | "ntfy";
      name: string;
      /** @enum {string} */
      state: "ready" | "unconfirmed" | "off";
      off_reason: ("gone" | "failing" | "unsubscribed" | "owner") | null;
      url: string | null;
      topic: string | null;
      address: string | null;
      failing_since: string | null;
      /** Format: date-time */
      created_at: string;
      secret?: string;
      code?: string;
      bot?: string | null;
    };
    NewReaderFeed: {
      id: string;
      keywordId: string;
      /** @enum {string} */
      list: "mentions" | "stories";
      filter: {
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        /** @description One source or several joined by commas */
        sosmedId?: string;
        language?: string;
        /** @enum {string} */
        relevance?: "subject" | "passing";
        /** @description A person, an organisation, a place or a province (by its code) that the text names, as insights list them */
        entity?: string;
        author?: string;
        tag?: string;
        q?: string;
      };
      /** Format: date-time */
      created_at: string;
      last_read_at: string | null;
      atom: string;
      json: string;
    };
    NewReaderFeedBody: {
      keywordId: string;
      /** @enum {string} */
      list: "mentions" | "stories";
      filter?: {
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        /** @description One source or several joined by commas */
        sosmedId?: string;
        language?: string;
        /** @enum {string} */
        relevance?: "subject" | "passing";
        /** @description A person, an organisation, a place or a province (by its code) that the text names, as insights list them */
        entity?: string;
        author?: string;
        tag?: string;
        q?: string;
      };
    };
    NewReportLink: {
      id: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      expires_at: string;
      has_password: boolean;
      last_opened_at: string | null;
      url: string;
    };
    NewSinceSeen: {
      since: string | null;
      /** Format: date-time */
      from: string;
      /** Format: date-time */
      to: string;
      seen: number;
      expected: number | null;
      low: number | null;
      high: number | null;
      stories: {
          id: string;
          size: number;
          new: number;
          text: string;
          entities: components["schemas"]["Entity"][];
        }[];
      terms: {
          term: string;
          count: number;
        }[];
      hashtags: {
          term: string;
          count: number;
        }[];
      terms_sample: components["schemas"]["TermsSample"] | null;
      platforms: ({
          /** @enum {string} */
          source: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
          count: number;
        })[];
      authors: ({
          username: string;
          name?: string;
          /** @enum {string} */
          source: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
          count: number;
        })[];
      sentiment: {
        now: {
          negative: number;
          neutral: number;
          positive: number;
        };
        before: {
          negative: number;
          neutral: number;
          positive: number;
        };
      };
      coverage: {
        share: number | null;
        lower_bound: boolean;
        gaps: ({
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            source: ("twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news") | null;
          })[];
      };
      examples: ({
          id: string;
          text: string;
          url: string;
          username: string;
          name?: string;
          /** @enum {string} */
          source: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
          /** Format: date-time */
          published_at: string;
        })[];
    };
    NewToken: {
      token: string;
      /** Format: date-time */
      expires_at: string;
      roles: string[];
      user: components["schemas"]["User"];
    };
    OwnSessions: {
      data: {
          id: string;
          /** Format: date-time */
          created_at: string;
          /** Format: date-time */
          last_seen_at: string;
          /** Format: date-time */
          expires_at: string;
          address: string;
          user_agent: string;
          current: boolean;
        }[];
    };
    OwnUser: {
      userId: string;
      name: string;
      email: string;
      username: string;
      /** @enum {string} */
      language: "id" | "en";
      timeZone: string | null;
    };
    PreviewExpressionBody: {
      keyword: string;
      exclude?: string;
      /** @description YYYY-MM-DD, or an ISO 8601 date-time */
      startDate?: string;
      endDate?: string | null;
      /** @description A project that is to be edited: what it has is not charged again */
      id?: string;
    };
    Previous: {
      /** Format: date-time */
      from: string;
      /** Format: date-time */
      to: string;
      total: number;
      unique: number;
      independent: number;
      sentiment_distribution: {
        [key: string]: number;
      };
      comparable: boolean;
    };
    Project: {
      id: string;
      group: string;
      keyword: string;
      exclude: string;
      /** @enum {integer} */
      islisten: 0 | 1;
      /** Format: date-time */
      updatedAt: string;
      /** @enum {string} */
      categoryid: "sosial-budaya" | "ideologi" | "politik" | "ekonomi" | "pertahanan-keamanan" | "semua" | "umum" | "olahraga" | "sosial" | "budaya" | "teknologi" | "hiburan" | "kesehatan" | "pendidikan" | "agama";
      /** Format: date */
      start_date: string;
      end_date: string | null;
      /** @enum {string} */
      type: "manual" | "auto";
    };
    ProjectCreated: {
      message: string;
      data: components["schemas"]["Project"];
    };
    ProjectEdits: {
      data: ({
          /** Format: date-time */
          at: string;
          by: string;
          before: {
            group: string;
            keyword: string;
            exclude: string;
            /** @enum {string} */
            categoryid: "sosial-budaya" | "ideologi" | "politik" | "ekonomi" | "pertahanan-keamanan" | "semua" | "umum" | "olahraga" | "sosial" | "budaya" | "teknologi" | "hiburan" | "kesehatan" | "pendidikan" | "agama";
            /** Format: date */
            start_date: string;
            end_date: string | null;
            /** @enum {string} */
            type: "manual" | "auto";
          };
          after: {
            group: string;
            keyword: string;
            exclude: string;
            /** @enum {string} */
            categoryid: "sosial-budaya" | "ideologi" | "politik" | "ekonomi" | "pertahanan-keamanan" | "semua" | "umum" | "olahraga" | "sosial" | "budaya" | "teknologi" | "hiburan" | "kesehatan" | "pendidikan" | "agama";
            /** Format: date */
            start_date: string;
            end_date: string | null;
            /** @enum {string} */
            type: "manual" | "auto";
          };
        })[];
      no_longer_matching: number;
      checking: boolean;
    };
    ProjectOverview: {
      data: ({
          project: components["schemas"]["Project"];
          total: number | null;
          sentiment_distribution: {
            [key: string]: number;
          } | null;
          days: number[] | null;
          last_job: components["schemas"]["Job"] | null;
          charged: number;
          listening_since: string | null;
          next_run_at: string | null;
        })[];
    };
    ProjectPage: {
      data: components["schemas"]["Project"][];
      total: number;
      page: number;
      limit: number;
      totalPages: number;
    };
    QuietHours: {
      from: string;
      to: string;
      timeZone: string;
      exceptAbove?: number;
    };
    Quota: {
      id: string;
      kuota: number;
    };
    QuotaHistory: {
      kuota: number;
      granted: number;
      charged: number;
      days: ({
          /** Format: date */
          day: string;
          keyword_id: string;
          group: string | null;
          charged: number;
        })[];
    };
    RangeExplanation: {
      /** Format: date-time */
      from: string;
      /** Format: date-time */
      to: string;
      seen: number;
      expected: number | null;
      low: number | null;
      high: number | null;
      stories: {
          id: string;
          size: number;
          new: number;
          text: string;
          entities: components["schemas"]["Entity"][];
        }[];
      terms: {
          term: string;
          count: number;
        }[];
      hashtags: {
          term: string;
          count: number;
        }[];
      terms_sample: components["schemas"]["TermsSample"] | null;
      platforms: ({
          /** @enum {string} */
          source: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
          count: number;
        })[];
      authors: ({
          username: string;
          name?: string;
          /** @enum {string} */
          source: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
          count: number;
        })[];
      sentiment: {
        now: {
          negative: number;
          neutral: number;
          positive: number;
        };
        before: {
          negative: number;
          neutral: number;
          positive: number;
        };
      };
      coverage: {
        share: number | null;
        lower_bound: boolean;
        gaps: ({
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            source: ("twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news") | null;
          })[];
      };
      examples: ({
          id: string;
          text: string;
          url: string;
          username: string;
          name?: string;
          /** @enum {string} */
          source: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
          /** Format: date-time */
          published_at: string;
        })[];
    };
    RankedStory: {
      id: string;
      targeted_account_id: string;
      content: string;
      keywordid: string;
      url: string;
      /** @enum {integer} */
      sentimen: -1 | 0 | 1;
      /** @enum {string} */
      socialmediaid: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
      /** Format: date-time */
      createdat: string;
      /** Format: date-time */
      updated_at: string;
      targeted_account: {
        username: string;
        display_name: string;
      };
      SnaKeyword: {
        group: string;
        keyword: string;
      };
      engagement: components["schemas"]["Engagement"];
      similar_count: number;
      story: string;
      language: string;
      matched: string[];
      /** @enum {string} */
      relevance: "subject" | "passing";
      entities: components["schemas"]["Entity"][];
      byline: string | null;
      corrected: {
        by: string;
        /** Format: date-time */
        at: string;
      } | null;
      earlier: {
        text: string;
        /** Format: date-time */
        until: string;
      } | null;
      tags: string[];
      note: {
        text: string;
        by: string;
        /** Format: date-time */
        at: string;
      } | null;
      no_longer_matching: boolean;
      probabilities: {
        negative: number;
        neutral: number;
        positive: number;
      } | null;
      model: ("hashed" | "encoder" | "operator") | null;
      story_entities: components["schemas"]["Entity"][];
      score: number;
      rank: number;
      authors: number;
      authors_exact: boolean;
      explain?: {
        recency: number;
        engagement: number;
        spread: number;
        relevance: number;
      };
    };
    RankedStoryPage: {
      data: components["schemas"]["RankedStory"][];
      total: number;
      page: number;
      limit: number;
      totalPages: number;
    };
    ReadMessages: {
      read: number;
      unread: number;
    };
    ReaderFeed: {
      id: string;
      keywordId: string;
      /** @enum {string} */
      list: "mentions" | "stories";
      filter: {
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        /** @description One source or several joined by commas */
        sosmedId?: string;
        language?: string;
        /** @enum {string} */
        relevance?: "subject" | "passing";
        /** @description A person, an organisation, a place or a province (by its code) that the text names, as insights list them */
        entity?: string;
        author?: string;
        tag?: string;
        q?: string;
      };
      /** Format: date-time */
      created_at: string;
      last_read_at: string | null;
    };
    ReaderFeeds: {
      data: components["schemas"]["ReaderFeed"][];
    };
    Reason: {
      /** @enum {string} */
      code: "usernameTaken" | "passwordWrong" | "passwordSame" | "passwordShort" | "passwordLong" | "passwordName" | "passwordCommon" | "logInWrong" | "loggedOut" | "keyUnknown" | "attempts" | "adminOnly" | "keyLimited" | "keyRequests" | "ownRole" | "scopesLimited" | "scopesAdmin" | "linkPassword" | "linkPasswordWrong" | "gone" | "noBrief" | "noSummary" | "noQuota" | "foreignProject" | "tooManyOf" | "auditTooFew" | "auditNoMore" | "bulkTooMany" | "nothingSelected" | "timeZone" | "dayInvalid" | "fromBeforeTo" | "inThePast" | "endBeforeStart" | "timeAhead" | "rangeTooLong" | "periodsOverlap" | "quietSame" | "kindOff" | "confirmations" | "channelOff" | "channelUnconfirmed" | "delivering" | "topicInvalid" | "emailInvalid" | "noFeeds" | "youtubeChannel" | "urlInvalid" | "urlProtocol" | "urlPort" | "urlCredentials" | "urlPrivate" | "keywordEmpty" | "quoteOpen" | "termEmpty" | "termSilent" | "termMissing" | "searchLong" | "fileOld" | "fileKind" | "fileDates" | "fileLarge" | "fileColumns" | "fileColumn" | "fileEdited" | "fileQueue" | "fileSpace" | "fileFailed" | "rowNoId" | "rowNoText" | "rowNoPlatform" | "rowNoDate" | "rowPlatform" | "rowAddress" | "rowDate" | "rowCount" | "rowLong" | "rowNotJson" | "rowCut" | "rowBroken" | "required" | "tooShort" | "tooLong" | "tooFew" | "tooMany" | "tooSmall" | "tooLarge" | "twice" | "characters" | "invalid" | "bodyLarge" | "overloaded" | "stopping" | "noBrowser" | "notPrinted" | "misused";
      values: string[];
    };
    Report: {
      id: string;
      keywordId: string;
      title: string;
      filter: components["schemas"]["ReportFilter"];
      /** @description In the order in which they are shown, each kind once */
      blocks: ({
          /** @enum {string} */
          kind: "figures" | "chart" | "why" | "stories" | "voices" | "sentiment" | "comparison" | "summary" | "coverage" | "method";
          comment?: string;
        })[];
      /** @enum {string} */
      language: "id" | "en";
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    ReportBlock: ({
      /** @enum {string} */
      kind: "figures";
      comment: string;
      now: {
        total: number;
        unique: number;
        independent: number;
        negative: number;
        neutral: number;
        positive: number;
      };
      before: {
        total: number;
        unique: number;
        independent: number;
        negative: number;
        neutral: number;
        positive: number;
      };
      estimate: {
        negative: components["schemas"]["ShareInterval"];
        neutral: components["schemas"]["ShareInterval"];
        positive: components["schemas"]["ShareInterval"];
        labels: number;
      } | null;
    }) | ({
      /** @enum {string} */
      kind: "chart";
      comment: string;
      /** @enum {string} */
      step: "hour" | "day";
      points: {
          /** Format: date-time */
          at: string;
          negative: number;
          neutral: number;
          positive: number;
        }[];
      gaps: {
          /** Format: date-time */
          from: string;
          /** Format: date-time */
          to: string;
        }[];
      marks: ({
          /** Format: date-time */
          at: string;
          /** @enum {string} */
          kind: "incident" | "edit";
          label: string;
        })[];
      marks_left_out: number;
    }) | ({
      /** @enum {string} */
      kind: "why";
      comment: string;
      /** Format: date-time */
      from: string;
      /** Format: date-time */
      to: string;
      seen: number;
      expected: number | null;
      low: number | null;
      high: number | null;
      story: ({
        text: string;
        author: string;
        /** @enum {string} */
        source: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
        url: string;
        /** Format: date-time */
        published_at: string;
        count: number;
      }) | null;
      terms: {
          term: string;
          count: number;
        }[];
      terms_sample?: components["schemas"]["TermsSample"] | null;
      platforms: ({
          /** @enum {string} */
          source: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
          count: number;
        })[];
      authors: ({
          username: string;
          /** @enum {string} */
          source: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
          count: number;
        })[];
    }) | ({
      /** @enum {string} */
      kind: "stories";
      comment: string;
      stories: ({
          text: string;
          author: string;
          /** @enum {string} */
          source: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
          url: string;
          /** Format: date-time */
          published_at: string;
          count: number;
          authors: number;
        })[];
    }) | ({
      /** @enum {string} */
      kind: "voices";
      comment: string;
      negative: ({
          text: string;
          author: string;
          /** @enum {string} */
          source: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
          url: string;
          /** Format: date-time */
          published_at: string;
        })[];
      positive: ({
          text: string;
          author: string;
          /** @enum {string} */
          source: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
          url: string;
          /** Format: date-time */
          published_at: string;
        })[];
    }) | ({
      /** @enum {string} */
      kind: "sentiment";
      comment: string;
      now: {
        total: number;
        unique: number;
        independent: number;
        negative: number;
        neutral: number;
        positive: number;
      };
      before: {
        total: number;
        unique: number;
        independent: number;
        negative: number;
        neutral: number;
        positive: number;
      };
      estimate: {
        negative: components["schemas"]["ShareInterval"];
        neutral: components["schemas"]["ShareInterval"];
        positive: components["schemas"]["ShareInterval"];
        labels: number;
      } | null;
    }) | ({
      /** @enum {string} */
      kind: "comparison";
      comment: string;
      now: {
        /** Format: date-time */
        from: string;
        /** Format: date-time */
        to: string;
        counts: {
          total: number;
          unique: number;
          independent: number;
          negative: number;
          neutral: number;
          positive: number;
        };
        sources: ({
            /** @enum {string} */
            source: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
            count: number;
          })[];
      };
      before: {
        /** Format: date-time */
        from: string;
        /** Format: date-time */
        to: string;
        counts: {
          total: number;
          unique: number;
          independent: number;
          negative: number;
          neutral: number;
          positive: number;
        };
        sources: ({
            /** @enum {string} */
            source: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
            count: number;
          })[];
      };
    }) | ({
      /** @enum {string} */
      kind: "summary";
      comment: string;
      written_at: string | null;
      total: number;
      sentences: {
          text: string;
          evidence: number[];
        }[];
      evidence: ({
          text: string;
          author: string;
          /** @enum {string} */
          source: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
          url: string;
          /** Format: date-time */
          published_at: string;
        })[];
    }) | {
      /** @enum {string} */
      kind: "coverage";
      comment: string;
      coverage: components["schemas"]["CoverageShare"];
    } | {
      /** @enum {string} */
      kind: "method";
      comment: string;
      keyword: string;
      exclude: string;
      labels: number;
    };
    ReportBody: {
      keywordId: string;
      filter: components["schemas"]["ReportFilter"];
      /** @description In the order in which they are shown, each kind once */
      blocks: ({
          /** @enum {string} */
          kind: "figures" | "chart" | "why" | "stories" | "voices" | "sentiment" | "comparison" | "summary" | "coverage" | "method";
          comment?: string;
        })[];
      /** @enum {string} */
      language: "id" | "en";
      title?: string;
    };
    ReportContent: {
      title: string;
      project: string;
      /** @enum {string} */
      language: "id" | "en";
      /** Format: date-time */
      from: string;
      /** Format: date-time */
      to: string;
      /** Format: date-time */
      made_at: string;
      filter: {
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        /** @description One source or several joined by commas */
        sosmedId?: string;
        language?: string;
        /** @enum {string} */
        relevance?: "subject" | "passing";
        /** @description A person, an organisation, a place or a province (by its code) that the text names, as insights list them */
        entity?: string;
        author?: string;
        story?: string;
        tag?: string;
        q?: string;
      };
      headline: {
        total: number;
        before: number;
        lower_bound: boolean;
        story: {
          text: string;
          count: number;
        } | null;
      };
      blocks: components["schemas"]["ReportBlock"][];
    };
    ReportFilter: {
      /** @description A day or an instant */
      from?: string;
      /** @description A day, included, or an instant */
      to?: string;
      /** @description So many days until today, instead of from and to */
      days?: number;
      /** @enum {integer} */
      sentimen?: -1 | 0 | 1;
      /** @description One source or several joined by commas */
      sosmedId?: string;
      language?: string;
      /** @enum {string} */
      relevance?: "subject" | "passing";
      /** @description A person, an organisation, a place or a province (by its code) that the text names, as insights list them */
      entity?: string;
      author?: string;
      story?: string;
      tag?: string;
      q?: string;
    };
    ReportLink: {
      id: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      expires_at: string;
      has_password: boolean;
      last_opened_at: string | null;
    };
    ReportLinkBody: {
      /** Format: date-time */
      expiresAt?: string;
      password?: string;
    };
    ReportLinks: {
      data: components["schemas"]["ReportLink"][];
    };
    ReportPatch: {
      filter?: {
        /** @description A day or an instant */
        from?: string;
        /** @description A day, included, or an instant */
        to?: string;
        /** @description So many days until today, instead of from and to */
        days?: number;
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        /** @description One source or several joined by commas */
        sosmedId?: string;
        language?: string;
        /** @enum {string} */
        relevance?: "subject" | "passing";
        /** @description A person, an organisation, a place or a province (by its code) that the text names, as insights list them */
        entity?: string;
        author?: string;
        story?: string;
        tag?: string;
        q?: string;
      };
      /** @description In the order in which they are shown, each kind once */
      blocks?: ({
          /** @enum {string} */
          kind: "figures" | "chart" | "why" | "stories" | "voices" | "sentiment" | "comparison" | "summary" | "coverage" | "method";
          comment?: string;
        })[];
      /** @enum {string} */
      language?: "id" | "en";
      title?: string;
    };
    Reports: {
      data: components["schemas"]["Report"][];
    };
    RetriedFeeds: {
      feeds: number;
    };
    SaveFeedBody: {
      /** @description An address, or a YouTube channel: its address, its handle (@name) or its id (UC…) */
      url: string;
      /** @enum {string} */
      platform?: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
      name?: string;
      enabled?: boolean;
    };
    SeenProject: {
      keyword_id: string;
      /** Format: date-time */
      seen_at: string;
      previous: string | null;
    };
    SentimentChange: {
      periods: ({
          /** Format: date-time */
          from: string;
          /** Format: date-time */
          to: string;
          sentiment_estimate: components["schemas"]["SentimentEstimate"] | null;
          sentiment_estimate_reason: ("not_audited" | "too_few") | null;
        })[];
      difference: {
        negative: components["schemas"]["ShareInterval"];
        neutral: components["schemas"]["ShareInterval"];
        positive: components["schemas"]["ShareInterval"];
      } | null;
    };
    SentimentEstimate: {
      negative: components["schemas"]["ShareInterval"];
      neutral: components["schemas"]["ShareInterval"];
      positive: components["schemas"]["ShareInterval"];
      labels: number;
      /** @enum {string} */
      method: "prediction_powered";
      as_judged_by: string[];
    };
    SeriesPoint: {
      /** Format: date-time */
      at: string;
      negative: number;
      neutral: number;
      positive: number;
      sources: {
        [key: string]: number;
      };
      mentions: number;
      unique: number;
      independent: number;
    };
    Session: {
      valid: boolean;
      /** Format: date-time */
      expires_at: string;
      roles: string[];
      user: components["schemas"]["User"];
    };
    SetListeningBody: {
      id: string;
      /** @enum {integer} */
      islisten: 0 | 1;
    };
    SetQuotaBody: {
      kuota: number;
    };
    ShareInterval: {
      share: number;
      low: number;
      high: number;
    };
    SharedPasswordBody: {
      password: string;
    };
    SharedReport: {
      title: string;
      project: string;
      /** @enum {string} */
      language: "id" | "en";
      /** Format: date-time */
      from: string;
      /** Format: date-time */
      to: string;
      /** Format: date-time */
      made_at: string;
      filter: {
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        /** @description One source or several joined by commas */
        sosmedId?: string;
        language?: string;
        /** @enum {string} */
        relevance?: "subject" | "passing";
        /** @description A person, an organisation, a place or a province (by its code) that the text names, as insights list them */
        entity?: string;
        author?: string;
        story?: string;
        tag?: string;
        q?: string;
      };
      headline: {
        total: number;
        before: number;
        lower_bound: boolean;
        story: {
          text: string;
          count: number;
        } | null;
      };
      blocks: components["schemas"]["ReportBlock"][];
      /** Format: date-time */
      expires_at: string;
    };
    SourceProgress: {
      asked: number;
      received: number;
      matched: number;
      new: number;
      charged: number;
      notice: string | null;
      error: string | null;
    };
    SourceState: {
      /** @enum {string} */
      source: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
      name: string;
      /** @enum {string} */
      status: "ready" | "not_configured";
      needs: string[];
    };
    Sources: {
      data: components["schemas"]["SourceState"][];
    };
    StartAuditBody: {
      keywordId: string;
      filter?: {
        /** @description A day (YYYY-MM-DD) or an ISO 8601 date-time; the start, included */
        from?: string;
        /** @description A day, included, or an ISO 8601 date-time, excluded */
        to?: string;
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        /** @description One source or several joined by commas */
        sosmedId?: string;
        language?: string;
        /** @enum {string} */
        relevance?: "subject" | "passing";
        /** @description A person, an organisation, a place or a province (by its code) that the text names, as insights list them */
        entity?: string;
        author?: string;
        /** @description The id of a story */
        story?: string;
        /** @description Only mentions with this tag, in any case */
        tag?: string;
        /** @description Words that must all occur, "a phrase", and -word or -"a phrase" that must not */
        q?: string;
      };
      size: number;
    };
    Summary: {
      id: string;
      ai_summary: string;
      sentiment_distribution: string;
      /** Format: date-time */
      created_at: string;
      keyword_id: string;
      engine: string;
      total: number;
      dropped: number;
      evidence: components["schemas"]["Evidence"];
      facts: components["schemas"]["Fact"][];
      outdated: boolean;
    };
    Tags: {
      data: {
          tag: string;
          total: number;
        }[];
    };
    TermsSample: {
      mentions: number;
      of: number;
    };
    TestFeedBody: {
      url: string;
      /** @enum {string} */
      platform?: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
    };
    UnmatchedMentions: {
      data: components["schemas"]["EnrichedMention"][];
      next: string | null;
      total: number;
      checking: boolean;
    };
    User: {
      userId: string;
      name: string;
      email: string;
      username: string;
    };
    View: {
      id: string;
      keyword_id: string;
      name: string;
      filter: {
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        /** @description One source or several joined by commas */
        sosmedId?: string;
        language?: string;
        /** @enum {string} */
        relevance?: "subject" | "passing";
        entity?: string;
        author?: string;
        story?: string;
        tag?: string;
        q?: string;
      };
      range: {
        /** @enum {string} */
        period?: "24h" | "7d" | "30d" | "90d" | "all";
        /** @description A day or an ISO 8601 date-time; the start, included */
        from?: string;
        /** @description A day, included, or an ISO 8601 date-time, excluded */
        to?: string;
      };
      /** @enum {string} */
      order: "newest" | "ranked";
      /** @description Of the project; otherwise only its author sees it */
      shared: boolean;
      own: boolean;
      by: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      updated_at: string;
    };
    ViewBody: {
      keywordId: string;
      name: string;
      filter?: {
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        /** @description One source or several joined by commas */
        sosmedId?: string;
        language?: string;
        /** @enum {string} */
        relevance?: "subject" | "passing";
        entity?: string;
        author?: string;
        story?: string;
        tag?: string;
        q?: string;
      };
      range?: {
        /** @enum {string} */
        period?: "24h" | "7d" | "30d" | "90d" | "all";
        /** @description A day or an ISO 8601 date-time; the start, included */
        from?: string;
        /** @description A day, included, or an ISO 8601 date-time, excluded */
        to?: string;
      };
      /** @enum {string} */
      order?: "newest" | "ranked";
      /** @description Of the project; otherwise only its author sees it */
      shared?: boolean;
    };
    ViewPatch: {
      name?: string;
      filter?: {
        /** @enum {integer} */
        sentimen?: -1 | 0 | 1;
        /** @description One source or several joined by commas */
        sosmedId?: string;
        language?: string;
        /** @enum {string} */
        relevance?: "subject" | "passing";
        entity?: string;
        author?: string;
        story?: string;
        tag?: string;
        q?: string;
      };
      range?: {
        /** @enum {string} */
        period?: "24h" | "7d" | "30d" | "90d" | "all";
        /** @description A day or an ISO 8601 date-time; the start, included */
        from?: string;
        /** @description A day, included, or an ISO 8601 date-time, excluded */
        to?: string;
      };
      /** @enum {string} */
      order?: "newest" | "ranked";
      /** @description Of the project; otherwise only its author sees it */
      shared?: boolean;
    };
    Views: {
      data: components["schemas"]["View"][];
    };
    WrittenSummary: {
      /** @enum {string} */
      status: "success" | "insufficient_data";
      keyword_id: string;
      result: {
        summary: string;
        metrics: {
          sentiment_distribution: {
            [key: string]: number;
          };
          total: number;
          engine: string;
          evidence: components["schemas"]["Evidence"];
          facts: components["schemas"]["Fact"][];
          dropped: number;
        };
      };
    };
  };
  responses: {
    /** @description The request is not valid; the message names the field and the rule. */
    BadRequest: {
      headers: {
        Reason: components["headers"]["Reason"];
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description The request contradicts the present state; the message says how. */
    Conflict: {
      headers: {
        Reason: components["headers"]["Reason"];
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description The header Expect has a value other than 100-continue. */
    ExpectationFailed: {
      headers: {
        Reason: components["headers"]["Reason"];
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description The account or the key may not do this; the message names the missing scope. Or the session cookie came without the header X-Pantau-Request. */
    Forbidden: {
      headers: {
        Reason: components["headers"]["Reason"];
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description A failure of the service; the log has the details under the request id of the message. */
    InternalServerError: {
      headers: {
        Reason: components["headers"]["Reason"];
        /** @description Seconds to wait before the next attempt. */
        "Retry-After"?: number;
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description No format that the client accepts can be sent. */
    NotAcceptable: {
      headers: {
        Reason: components["headers"]["Reason"];
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description What the request refers to does not exist, or belongs to another account. */
    NotFound: {
      headers: {
        Reason: components["headers"]["Reason"];
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description The request failed. */
    NotImplemented: {
      headers: {
        Reason: components["headers"]["Reason"];
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description The body is too large. */
    PayloadTooLarge: {
      headers: {
        Reason: components["headers"]["Reason"];
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description The headers are too large. */
    RequestHeaderFieldsTooLarge: {
      headers: {
        Reason: components["headers"]["Reason"];
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description The request was not sent to its end in time. */
    RequestTimeout: {
      headers: {
        Reason: components["headers"]["Reason"];
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description The service is overloaded, or it is stopping. */
    ServiceUnavailable: {
      headers: {
        Reason: components["headers"]["Reason"];
        /** @description Seconds to wait before the next attempt. */
        "Retry-After": number;
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description Too many attempts, or too many requests of one key. */
    TooManyRequests: {
      headers: {
        Reason: components["headers"]["Reason"];
        /** @description Seconds to wait before the next attempt. */
        "Retry-After": number;
        "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
        "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
        "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description No valid token or key was sent. */
    Unauthorized: {
      headers: {
        Reason: components["headers"]["Reason"];
        /** @description The accepted scheme. */
        "WWW-Authenticate": "Bearer";
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
    /** @description The type of the body is not read here. */
    UnsupportedMediaType: {
      headers: {
        Reason: components["headers"]["Reason"];
      };
      content: {
        "application/json": components["schemas"]["Error"];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: {
    /** @description Why, as a code with its values, to say it in other words than the message: "code=tooShort&value=group&value=2", encoded like a query. Absent where the status says all. */
    Reason: string;
    /** @description How many requests a key may make in a minute. Only with a key. */
    "RateLimit-Limit": number;
    /** @description How many are left in this minute. Only with a key. */
    "RateLimit-Remaining": number;
    /** @description Seconds until the next minute begins. Only with a key. */
    "RateLimit-Reset": number;
  };
  pathItems: never;
}

export type $defs = Record<string, never>;

export type external = Record<string, never>;

export interface operations {

  /**
   * Log in
   * @description Returns a token for the header Authorization. Repeated failures are delayed with 429.
   */
  logIn: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "username": "sari",
         *   "password": "kata sandi yang lama"
         * }
         */
        "application/json": components["schemas"]["LogInBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          "application/json": components["schemas"]["NewToken"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Check the session
   * @description Who the token belongs to and until when it is valid. Not with a key.
   */
  getSession: {
    responses: {
      /** @description Done. */
      200: {
        content: {
          "application/json": components["schemas"]["Session"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Who am I
   * @description The account of this session, with the language of its messages and its time zone. A key needs the scope `read`.
   */
  getMe: {
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["OwnUser"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Change my language, time zone or password
   * @description A new password needs the old one and ends all other sessions. Not with a key.
   */
  changeMe: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "password": {
         *     "old": "kata sandi yang lama",
         *     "new": "kata sandi yang baru"
         *   }
         * }
         */
        "application/json": components["schemas"]["ChangeMeBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          "application/json": components["schemas"]["ChangedOwnUser"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Revoke a token
   * @description Ends the session of the token in the body; the token itself is the permission.
   */
  logOut: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "token": "contoh-token-yang-hanya-diketahui-pemiliknya"
         * }
         */
        "application/json": components["schemas"]["LogOutBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          "application/json": components["schemas"]["LoggedOut"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Revoke all my tokens
   * @description Ends all sessions of this account, that of this request included. Not with a key.
   */
  logOutEverywhere: {
    responses: {
      /** @description Done. */
      200: {
        content: {
          "application/json": components["schemas"]["LoggedOutEverywhere"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Log in with a cookie
   * @description For browsers: the token is set as a cookie that scripts cannot read, and is not in the body.
   */
  logInWithCookie: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "username": "sari",
         *   "password": "kata sandi yang lama"
         * }
         */
        "application/json": components["schemas"]["LogInWithCookieBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          "application/json": components["schemas"]["Session"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Log out and drop the cookie
   * @description Ends the session of this request and removes its cookie. Not with a key.
   */
  logOutWithCookie: {
    responses: {
      /** @description Done. */
      200: {
        content: {
          "application/json": components["schemas"]["LoggedOut"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * List my sessions
   * @description Each with its address, its program and when it was last used. Not with a key.
   */
  listSessions: {
    responses: {
      /** @description Done. */
      200: {
        content: {
          "application/json": components["schemas"]["OwnSessions"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * End one of my sessions
   * @description The token of that session is refused from now on. Not with a key.
   */
  removeSession: {
    parameters: {
      path: {
        /** @description The id of the session */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          "application/json": components["schemas"]["LoggedOut"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * List my keys, newest first
   * @description Each with what it permits and when and from where it was last used, expired ones included. Not with a key.
   */
  listKeys: {
    responses: {
      /** @description Done. */
      200: {
        content: {
          "application/json": components["schemas"]["Keys"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Create a key for a program
   * @description The key is in this response and nowhere else. The scope `admin` can be given by administrators only, and not to a key that is limited to projects. Not with a key.
   */
  addKey: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "name": "Buku catatan",
         *   "scopes": [
         *     "read"
         *   ],
         *   "projects": [
         *     "01970000-0000-7000-8000-000000000005"
         *   ]
         * }
         */
        "application/json": components["schemas"]["KeyBody"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        content: {
          "application/json": components["schemas"]["KeyCreated"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Revoke a key
   * @description It is refused from now on, and its live streams end. Not with a key.
   */
  removeKey: {
    parameters: {
      path: {
        /** @description The id of the key */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          "application/json": components["schemas"]["Confirmation"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * List my projects
   * @description In pages, newest first. Values of page and limit outside the range are moved into it. A key needs the scope `read`.
   */
  listProjects: {
    parameters: {
      query?: {
        /** @description Which page, from 1 */
        page?: number;
        /** @description How many entries a page has at most */
        limit?: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["ProjectPage"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Create a project
   * @description An auto project is collected on schedule between its dates. A key needs the scope `write`.
   */
  createProject: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "group": "Harga Beras",
         *   "keyword": "harga beras or beras mahal",
         *   "categoryId": "umum",
         *   "startDate": "2026-01-01",
         *   "type": "manual"
         * }
         */
        "application/json": components["schemas"]["CreateProjectBody"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["ProjectCreated"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Delete a project and everything of it
   * @description Its mentions, summaries, rules and audits are removed with it. A key needs the scope `write`.
   */
  removeProject: {
    parameters: {
      query: {
        /** @description The id of the project */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Confirmation"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Edit a project; its mentions stay, and those that no longer match are marked
   * @description Changes only the fields that are sent. A key needs the scope `write`.
   */
  editProject: {
    parameters: {
      query: {
        /** @description The id of the project */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "keyword": "banjir and jakarta"
         * }
         */
        "application/json": components["schemas"]["EditProjectBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["EditedProject"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Count what was collected
   * @description The number of mentions of one project, of all sources or of one. A key needs the scope `read`.
   */
  countMentions: {
    parameters: {
      query: {
        /** @description The id of the project */
        id: string;
        /** @description Only mentions of this platform */
        sosmedId?: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["MentionCount"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Start or stop listening
   * @description A project that does not listen is collected only on request. A key needs the scope `collect`.
   */
  setListening: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "id": "01970000-0000-7000-8000-000000000005",
         *   "islisten": 1
         * }
         */
        "application/json": components["schemas"]["SetListeningBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Project"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * What a project was before each edit, newest first
   * @description Each edit with the earlier values and the person who made it. A key needs the scope `read`.
   */
  listEdits: {
    parameters: {
      query: {
        /** @description The id of the project */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["ProjectEdits"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * The mentions that an edited project no longer matches, newest first
   * @description How many there are, and the mentions, read on with a cursor. A key needs the scope `read`.
   */
  listUnmatched: {
    parameters: {
      query: {
        /** @description The id of the project */
        id: string;
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description How many entries a page has at most */
        limit?: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["UnmatchedMentions"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Hide or delete the mentions that an edited project no longer matches
   * @description Works on a limited number at once; `left` is how many remain. A key needs the scope `write`.
   */
  dropUnmatched: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "id": "01970000-0000-7000-8000-000000000005",
         *   "action": "hide"
         * }
         */
        "application/json": components["schemas"]["DropUnmatchedBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["DroppedMentions"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * What an expression would bring, from the archive of the last 90 days
   * @description Expected volume, price in quota, warnings, suggestions and a category. Nothing is stored. A key needs the scope `read`.
   */
  previewExpression: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "keyword": "banjir OR rob"
         * }
         */
        "application/json": components["schemas"]["PreviewExpressionBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["ExpressionPreview"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * The headline figures and the series of exactly the filtered mentions
   * @description The same numbers as in insights, without what takes longer to read: lists, coverage and estimates. A key needs the scope `read`.
   */
  getFigures: {
    parameters: {
      query: {
        /** @description The id of the project */
        id: string;
        /** @description A day (YYYY-MM-DD) or an ISO 8601 date-time; the start, included */
        from?: string;
        /** @description A day, included, or an ISO 8601 date-time, excluded */
        to?: string;
        /** @description Only mentions of this sentiment: -1 negative, 0 neutral, 1 positive */
        sentimen?: -1 | 0 | 1;
        /**
         * @description One source or several joined by commas
         * @example twitter,news
         */
        sosmedId?: string;
        /** @description Only mentions in this language, such as `id`, `en` or `jv` */
        language?: string;
        /** @description Only mentions of this relevance: `passing` where a long text only mentions the terms, otherwise `subject` */
        relevance?: "subject" | "passing";
        /** @description A person, an organisation, a place or a province (by its code) that the text names, as insights list them */
        entity?: string;
        /** @description A user name, in any case, or an id */
        author?: string;
        /** @description The id of a story */
        story?: string;
        /**
         * @description Only mentions with this tag, in any case
         * @example krisis
         */
        tag?: string;
        /**
         * @description Words that must all occur, "a phrase", and -word or -"a phrase" that must not
         * @example banjir "pintu air" -iklan
         */
        q?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Figures"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Counts, sources, authors, terms and near-duplicate groups of exactly the filtered mentions
   * @description Everything that the charts of a project show, counted in one snapshot. A key needs the scope `read`.
   */
  getInsights: {
    parameters: {
      query: {
        /** @description The id of the project */
        id: string;
        /** @description A day (YYYY-MM-DD) or an ISO 8601 date-time; the start, included */
        from?: string;
        /** @description A day, included, or an ISO 8601 date-time, excluded */
        to?: string;
        /** @description Only mentions of this sentiment: -1 negative, 0 neutral, 1 positive */
        sentimen?: -1 | 0 | 1;
        /**
         * @description One source or several joined by commas
         * @example twitter,news
         */
        sosmedId?: string;
        /** @description Only mentions in this language, such as `id`, `en` or `jv` */
        language?: string;
        /** @description Only mentions of this relevance: `passing` where a long text only mentions the terms, otherwise `subject` */
        relevance?: "subject" | "passing";
        /** @description A person, an organisation, a place or a province (by its code) that the text names, as insights list them */
        entity?: string;
        /** @description A user name, in any case, or an id */
        author?: string;
        /** @description The id of a story */
        story?: string;
        /**
         * @description Only mentions with this tag, in any case
         * @example krisis
         */
        tag?: string;
        /**
         * @description Words that must all occur, "a phrase", and -word or -"a phrase" that must not
         * @example banjir "pintu air" -iklan
         */
        q?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Insights"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * All my projects at a glance
   * @description One row for each project with its counts and its state. A key needs the scope `read`.
   */
  getOverview: {
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["ProjectOverview"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Projects, or periods or filters of one project, side by side
   * @description Two to six sides with the numbers of insights, counted in one snapshot: share of voice, sentiment, series on one axis, coverage, and the stories that the sides have in common and apart. A key needs the scope `read`.
   */
  compare: {
    parameters: {
      query?: {
        /** @description Two to 6 projects, joined by commas */
        ids?: string;
        /** @description One project, with periods or filters */
        id?: string;
        /**
         * @description Two to 6 ranges as from..to, joined by commas; a day as the end is included
         * @example 2026-06-01..2026-06-07,2026-06-08..2026-06-14
         */
        periods?: string;
        /**
         * @description A JSON list of two to 6 filters, each with parameters of the filter except from and to
         * @example [{"sosmedId":"news"},{"sosmedId":"twitter"}]
         */
        filters?: string;
        /** @description A day (YYYY-MM-DD) or an ISO 8601 date-time; the start, included */
        from?: string;
        /** @description A day, included, or an ISO 8601 date-time, excluded */
        to?: string;
        /** @description Only mentions of this sentiment: -1 negative, 0 neutral, 1 positive */
        sentimen?: -1 | 0 | 1;
        /**
         * @description One source or several joined by commas
         * @example twitter,news
         */
        sosmedId?: string;
        /** @description Only mentions in this language, such as `id`, `en` or `jv` */
        language?: string;
        /** @description Only mentions of this relevance: `passing` where a long text only mentions the terms, otherwise `subject` */
        relevance?: "subject" | "passing";
        /** @description A person, an organisation, a place or a province (by its code) that the text names, as insights list them */
        entity?: string;
        /** @description A user name, in any case, or an id */
        author?: string;
        /** @description The id of a story */
        story?: string;
        /**
         * @description Only mentions with this tag, in any case
         * @example krisis
         */
        tag?: string;
        /**
         * @description Words that must all occur, "a phrase", and -word or -"a phrase" that must not
         * @example banjir "pintu air" -iklan
         */
        q?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Comparison"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Why a range of time is as it is: what was seen and expected, and what is different from before
   * @description Stories, terms, authors and sources that make the range different, with examples. A key needs the scope `read`.
   */
  explainRange: {
    parameters: {
      query: {
        /** @description The id of the project */
        id: string;
        /** @description A day (YYYY-MM-DD) or an ISO 8601 date-time; the start, included */
        from?: string;
        /** @description A day, included, or an ISO 8601 date-time, excluded */
        to?: string;
        /** @description Only mentions of this sentiment: -1 negative, 0 neutral, 1 positive */
        sentimen?: -1 | 0 | 1;
        /**
         * @description One source or several joined by commas
         * @example twitter,news
         */
        sosmedId?: string;
        /** @description Only mentions in this language, such as `id`, `en` or `jv` */
        language?: string;
        /** @description Only mentions of this relevance: `passing` where a long text only mentions the terms, otherwise `subject` */
        relevance?: "subject" | "passing";
        /** @description A person, an organisation, a place or a province (by its code) that the text names, as insights list them */
        entity?: string;
        /** @description A user name, in any case, or an id */
        author?: string;
        /** @description The id of a story */
        story?: string;
        /**
         * @description Only mentions with this tag, in any case
         * @example krisis
         */
        tag?: string;
        /**
         * @description Words that must all occur, "a phrase", and -word or -"a phrase" that must not
         * @example banjir "pintu air" -iklan
         */
        q?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["RangeExplanation"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * List my rules
   * @description The rules of one project or of all my projects. A key needs the scope `read`.
   */
  listAlerts: {
    parameters: {
      query?: {
        /** @description The id of the project */
        keywordId?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Alerts"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Add a rule to a project
   * @description The rule watches the project from now on and opens incidents. A key needs the scope `write`.
   */
  addAlert: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "keywordId": "01970000-0000-7000-8000-000000000005",
         *   "name": "Kuota menipis",
         *   "rule": {
         *     "kind": "quota",
         *     "below": 1000000
         *   },
         *   "channels": []
         * }
         */
        "application/json": components["schemas"]["AlertBody"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Alert"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Remove a rule and its incidents
   * @description The incidents that the rule opened are removed with it. A key needs the scope `write`.
   */
  removeAlert: {
    parameters: {
      path: {
        /** @description The id of the rule */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Confirmation"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Change a rule
   * @description Changes only the fields that are sent. A key needs the scope `write`.
   */
  changeAlert: {
    parameters: {
      path: {
        /** @description The id of the rule */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "enabled": false
         * }
         */
        "application/json": components["schemas"]["AlertPatch"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Alert"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * List the incidents that a rule would have opened
   * @description Applies a rule to the stored mentions of a past range. Nothing is stored and nothing is sent. A key needs the scope `read`.
   */
  backtestAlert: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "keywordId": "01970000-0000-7000-8000-000000000005",
         *   "rule": {
         *     "kind": "quota",
         *     "below": 1000000
         *   }
         * }
         */
        "application/json": components["schemas"]["BacktestBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Backtest"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * List incidents, newest first
   * @description The incidents of my rules, read on with a cursor. A key needs the scope `read`.
   */
  listIncidents: {
    parameters: {
      query?: {
        /** @description The id of the project */
        keywordId?: string;
        /** @description Only those in this state */
        state?: "open" | "closed";
        /** @description The `next` of the page before */
        cursor?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Incidents"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Read an incident with its explanation
   * @description The incident with what was expected, what was seen and what is different. A key needs the scope `read`.
   */
  getIncident: {
    parameters: {
      path: {
        /** @description The id of the incident */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Incident"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Acknowledge or snooze an incident
   * @description Acknowledging marks it as seen. Snoozing keeps further messages about it out of the channels; they still reach the inbox. A key needs the scope `write`.
   */
  changeIncident: {
    parameters: {
      path: {
        /** @description The id of the incident */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "acknowledged": true
         * }
         */
        "application/json": components["schemas"]["IncidentPatch"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Incident"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Where incidents of the installation are sent to me
   * @description The channels that carry incidents of feeds and sources to this administrator. A key needs the scope `admin`.
   */
  getIncidentSettings: {
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["IncidentSettings"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Choose my channels for incidents of the installation: feeds and sources that broke
   * @description Replaces the list of channels; an empty list leaves only the inbox. A key needs the scope `admin`.
   */
  setIncidentSettings: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "channels": [
         *     "01970000-0000-7000-8000-000000000042"
         *   ]
         * }
         */
        "application/json": components["schemas"]["IncidentSettings"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["IncidentSettings"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Which sources can be collected
   * @description The platforms that this installation can collect from, and what the others need. A key needs the scope `read`.
   */
  listSources: {
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Sources"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * How an expression is read, and whether a text would match
   * @description Parses an expression; with a text also shows which terms were found and where. A key needs the scope `read`.
   */
  checkExpression: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "keyword": "banjir and jakarta or rob",
         *   "text": "Banjir merendam Jakarta Utara"
         * }
         */
        "application/json": components["schemas"]["CheckExpressionBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["ExpressionCheck"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * What was requested from each source in each hour, and how it ended
   * @description The share of the time that was covered, and the gaps with their reasons. A key needs the scope `read`.
   */
  getCoverage: {
    parameters: {
      query: {
        /** @description The id of the project */
        id: string;
        /** @description A day (YYYY-MM-DD) or an ISO 8601 date-time; the start, included */
        from?: string;
        /** @description A day, included, or an ISO 8601 date-time, excluded */
        to?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Coverage"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Write a summary
   * @description Every number in the text is a fact that was counted, with the filter that recounts it. A key needs the scope `write`.
   */
  writeSummary: {
    parameters: {
      query?: {
        /** @description The language of what is written; without it that of the account */
        lang?: "id" | "en";
      };
      path: {
        /** @description The id of the project */
        keywordID: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["WrittenSummary"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Read the newest summary
   * @description The stored summary with its facts; `outdated` when mentions that it counts were changed since. A key needs the scope `read`.
   */
  getSummary: {
    parameters: {
      path: {
        /** @description The id of the project */
        keywordID: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Summary"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * The audits of a project, newest first
   * @description Each audit with its progress and its estimate. A key needs the scope `read`.
   */
  listAudits: {
    parameters: {
      query: {
        /** @description The id of the project */
        keywordId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Audits"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Draw mentions at random, to be labelled
   * @description Draws a random sample of the filtered mentions, from which the true sentiment shares are estimated. A key needs the scope `write`.
   */
  startAudit: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "keywordId": "01970000-0000-7000-8000-000000000005",
         *   "size": 30
         * }
         */
        "application/json": components["schemas"]["StartAuditBody"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["AuditCards"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Draw more mentions in the same order
   * @description Adds cards to an audit until it has the requested size. A key needs the scope `write`.
   */
  extendAudit: {
    parameters: {
      path: {
        /** @description The id of the audit */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "size": 40
         * }
         */
        "application/json": components["schemas"]["ExtendAuditBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["AuditCards"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Label a drawn mention; again changes the label
   * @description Records what a person reads in a drawn mention. The mention itself is not changed. A key needs the scope `write`.
   */
  labelMention: {
    parameters: {
      path: {
        /** @description The id of the audit */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "mentionId": "01970000-0000-7000-8000-000000000020",
         *   "sentimen": 1
         * }
         */
        "application/json": components["schemas"]["LabelMentionBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Audit"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Take back a label
   * @description The card counts as not labelled again. A key needs the scope `write`.
   */
  removeLabel: {
    parameters: {
      path: {
        /** @description The id of the audit */
        id: string;
        /** @description The id of the mention */
        mentionId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Audit"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * One audit with the drawn mentions
   * @description The audit with its estimate and all cards, labelled or not. A key needs the scope `read`.
   */
  getAudit: {
    parameters: {
      path: {
        /** @description The id of the audit */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["AuditCards"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * How the sentiment changed between two audited periods
   * @description The difference between the estimates of two periods, with its interval. A key needs the scope `read`.
   */
  compareAudits: {
    parameters: {
      query: {
        /** @description The id of the project */
        keywordId: string;
        /**
         * @description Two periods
         * @example 2026-05-01..2026-05-31,2026-06-01..2026-06-30
         */
        periods: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["SentimentChange"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Mentions of a project, newest first
   * @description In pages, with the total of the filter. A key needs the scope `read`.
   */
  listMentions: {
    parameters: {
      query: {
        /** @description The id of the project */
        keywordId: string;
        /** @description Which page, from 1 */
        page?: number;
        /** @description How many entries a page has at most */
        limit?: number;
        /** @description Only mentions of this sentiment: -1 negative, 0 neutral, 1 positive */
        sentimen?: -1 | 0 | 1;
        /** @description Only mentions of this platform */
        sosmedId?: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["MentionPage"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Read on from a cursor, with every filter
   * @description The list for long readings: a cursor stays at its place while mentions are added. A key needs the scope `read`.
   */
  searchMentions: {
    parameters: {
      query: {
        /** @description The id of the project */
        keywordId: string;
        /** @description Newest first, or by score */
        order?: "newest" | "ranked";
        /** @description A day (YYYY-MM-DD) or an ISO 8601 date-time; the start, included */
        from?: string;
        /** @description A day, included, or an ISO 8601 date-time, excluded */
        to?: string;
        /** @description Only mentions of this sentiment: -1 negative, 0 neutral, 1 positive */
        sentimen?: -1 | 0 | 1;
        /**
         * @description One source or several joined by commas
         * @example twitter,news
         */
        sosmedId?: string;
        /** @description Only mentions in this language, such as `id`, `en` or `jv` */
        language?: string;
        /** @description Only mentions of this relevance: `passing` where a long text only mentions the terms, otherwise `subject` */
        relevance?: "subject" | "passing";
        /** @description A person, an organisation, a place or a province (by its code) that the text names, as insights list them */
        entity?: string;
        /** @description A user name, in any case, or an id */
        author?: string;
        /** @description The id of a story */
        story?: string;
        /**
         * @description Only mentions with this tag, in any case
         * @example krisis
         */
        tag?: string;
        /**
         * @description Words that must all occur, "a phrase", and -word or -"a phrase" that must not
         * @example banjir "pintu air" -iklan
         */
        q?: string;
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description How many entries a page has at most */
        limit?: number;
        /** @description 1 adds the parts of each score */
        explain?: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["MentionSearch"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * The near-duplicates of a mention, itself included, oldest first
   * @description All members of the story that the mention belongs to, in pages. A key needs the scope `read`.
   */
  listSimilarMentions: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description How many entries a page has at most */
        limit?: number;
      };
      path: {
        /** @description The id of the mention */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["MentionSearch"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * One mention
   * @description The mention with engagement, language, matched terms and corrections. A key needs the scope `read`.
   */
  getMention: {
    parameters: {
      path: {
        /** @description The id of the mention */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["EnrichedMention"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Set the sentiment by hand, hide a mention as irrelevant, show it again, or write a note
   * @description A hidden mention counts nowhere. All counts change in the same transaction. A key needs the scope `write`.
   */
  changeMention: {
    parameters: {
      path: {
        /** @description The id of the mention */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "sentimen": 0
         * }
         */
        "application/json": components["schemas"]["ChangeMentionBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["ChangedMention"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * The hidden mentions of a project, newest first
   * @description Each with the person who hid it, read on with a cursor. A key needs the scope `read`.
   */
  listHiddenMentions: {
    parameters: {
      query: {
        /** @description The id of the project */
        keywordId: string;
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description How many entries a page has at most */
        limit?: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["HiddenMentions"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Put a tag on a mention
   * @description Tags have one spelling: lower case, single spaces. A mention that has the tag keeps it. A key needs the scope `write`.
   */
  tagMention: {
    parameters: {
      path: {
        /** @description The id of the mention */
        id: string;
        /** @description The tag */
        tag: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["EnrichedMention"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Take a tag off a mention
   * @description A mention that does not have the tag stays as it is. A tag that is on no mention is gone. A key needs the scope `write`.
   */
  untagMention: {
    parameters: {
      path: {
        /** @description The id of the mention */
        id: string;
        /** @description The tag */
        tag: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["EnrichedMention"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * The tags of a project, the most used first
   * @description Each with the exact number of mentions that have it; hidden ones do not count. A key needs the scope `read`.
   */
  listTags: {
    parameters: {
      query: {
        /** @description The id of the project */
        keywordId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Tags"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Tag, untag, correct or hide everything that a filter selects
   * @description Up to 200 mentions are changed before the response; more in the background, with their progress at /api/bulk/{id}. The total is exact at the time of the request. Can be undone for 30 days. A key needs the scope `write`.
   */
  changeMentions: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "keywordId": "01970000-0000-7000-8000-000000000005",
         *   "filter": {
         *     "sentimen": -1,
         *     "q": "banjir"
         *   },
         *   "change": {
         *     "tag": "untuk ditinjau"
         *   }
         * }
         */
        "application/json": components["schemas"]["MentionBulkBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["BulkChange"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * How far a change of many mentions is
   * @description Its state and how many mentions are done. A key needs the scope `read`.
   */
  getMentionsChange: {
    parameters: {
      path: {
        /** @description The id of the change */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["BulkChange"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Undo a change of many mentions
   * @description Each mention that it changed, and that is still as it left it, becomes what it was. A change that is not done stops. Again: nothing. A key needs the scope `write`.
   */
  undoMentionsChange: {
    parameters: {
      path: {
        /** @description The id of the change */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["BulkChange"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * The saved views, by name
   * @description Those that the caller saved, and those of the project. Without `keywordId`, of all projects. A key needs the scope `read`.
   */
  listViews: {
    parameters: {
      query?: {
        /** @description The id of the project */
        keywordId?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Views"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Save a view
   * @description A filter, a range and an order under a name. A period moves on with time; bounds stay. A key needs the scope `write`.
   */
  addView: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "keywordId": "01970000-0000-7000-8000-000000000005",
         *   "name": "Krisis pekan ini",
         *   "filter": {
         *     "tag": "krisis"
         *   },
         *   "range": {
         *     "period": "7d"
         *   },
         *   "shared": true
         * }
         */
        "application/json": components["schemas"]["ViewBody"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["View"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Delete a view
   * @description The mentions it selects are not touched. A key needs the scope `write`.
   */
  removeView: {
    parameters: {
      path: {
        /** @description The id of the view */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Confirmation"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Rename or change a view
   * @description What is not sent stays. A view of the project can be changed by everyone who reaches it. A key needs the scope `write`.
   */
  changeView: {
    parameters: {
      path: {
        /** @description The id of the view */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "name": "Nada negatif"
         * }
         */
        "application/json": components["schemas"]["ViewPatch"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["View"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * The notes of a project, by day
   * @description Each with its author and its time. Notes of mentions are with the mentions. A key needs the scope `read`.
   */
  listDayNotes: {
    parameters: {
      query: {
        /** @description The id of the project */
        keywordId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["DayNotes"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Add a note to a day
   * @description A day may have several notes. A key needs the scope `write`.
   */
  addDayNote: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "keywordId": "01970000-0000-7000-8000-000000000005",
         *   "day": "2026-06-01",
         *   "text": "Pintu air dibuka"
         * }
         */
        "application/json": components["schemas"]["DayNoteBody"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["DayNote"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Delete a note
   * @description The mark on the time axis goes with it. A key needs the scope `write`.
   */
  removeDayNote: {
    parameters: {
      path: {
        /** @description The id of the note */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Confirmation"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Change a note or move it to another day
   * @description What is not sent stays, and so does the author. A key needs the scope `write`.
   */
  changeDayNote: {
    parameters: {
      path: {
        /** @description The id of the note */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "text": "Pintu air Katulampa dibuka"
         * }
         */
        "application/json": components["schemas"]["DayNotePatch"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["DayNote"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * What was added, changed and deleted since a number, in commit order
   * @description For programs that keep a copy: request with the number that the last answer ended with until more is false. A key needs the scope `read`.
   */
  listMentionChanges: {
    parameters: {
      query: {
        /** @description The id of the project */
        keywordId: string;
        /** @description The `next` of the page before. Without it: no changes, and where to begin */
        since?: number;
        /** @description How many entries a page has at most */
        limit?: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["ChangeLog"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["Conflict"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * What to read first: stories ranked, near-duplicates folded
   * @description Each item is the lead of a story with its score; `explain` adds the parts of the score. A key needs the scope `read`.
   */
  listRanked: {
    parameters: {
      query: {
        /** @description UUID or CUID */
        keywordId: string;
        /** @description Which page, from 1 */
        page?: number;
        /** @description How many entries a page has at most */
        limit?: number;
        /** @description Only mentions of this sentiment: -1 negative, 0 neutral, 1 positive */
        sentimen?: -1 | 0 | 1;
        /**
         * @description One source or several joined by commas
         * @example twitter,news
         */
        sosmedId?: string;
        /** @description 1 adds the parts of each score */
        explain?: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["RankedStoryPage"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      406: components["responses"]["NotAcceptable"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Stories with signs of coordination, and the evidence
   * @description Equal words by many accounts within minutes, numbered copies, or the same accounts again and again. Signs, and no proof. A key needs the scope `read`.
   */
  listCampaigns: {
    parameters: {
      query: {
        /** @description The id of the project */
        keywordId: string;
        /** @description A day (YYYY-MM-DD) or an ISO 8601 date-time; the start, included */
        from?: string;
        /** @description A day, included, or an ISO 8601 date-time, excluded */
        to?: string;
        /** @description How many entries a page has at most */
        limit?: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Campaigns"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * The signs of coordination of one story, and the evidence
   * @description By the id of the story or of any of its mentions. A story without signs says why. A key needs the scope `read`.
   */
  getCampaign: {
    parameters: {
      path: {
        /** @description The id of the mention */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Campaign"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Collect a project now
   * @description Queues one run over all sources that are ready, or reports why there is none. A run that is under way is not started twice. A key needs the scope `collect`.
   */
  dispatchProject: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "keyword_id": "01970000-0000-7000-8000-000000000005"
         * }
         */
        "application/json": components["schemas"]["DispatchProjectBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Dispatch"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * How a run goes
   * @description The state of a run and its progress by source. A key needs the scope `read`.
   */
  getJob: {
    parameters: {
      path: {
        /** @description The id of the run */
        job_id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Job"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * The newest runs of a project
   * @description The newest runs of one project with their progress by source. A key needs the scope `read`.
   */
  listJobs: {
    parameters: {
      query: {
        /** @description The id of the project */
        keywordId: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Jobs"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * What remains of my quota
   * @description How many new mentions this account may still get. A key needs the scope `read`.
   */
  getQuota: {
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Quota"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * What was granted and what each project used
   * @description By local day and project, from the ledger. A key needs the scope `read`.
   */
  getQuotaHistory: {
    parameters: {
      query?: {
        /** @description A day (YYYY-MM-DD) or an ISO 8601 date-time; the start, included */
        from?: string;
        /** @description A day, included, or an ISO 8601 date-time, excluded */
        to?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["QuotaHistory"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Live: job progress and new mentions, as server-sent events
   * @description A stream that stays open. After a lost connection, Last-Event-ID resumes behind the last event. A key needs the scope `read`.
   */
  streamEvents: {
    parameters: {
      header?: {
        /** @description Resume after this event */
        "last-event-id"?: string;
      };
    };
    responses: {
      /** @description A stream that ends with its session or key */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "text/event-stream": string;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * When and where I get my brief
   * @description The days, the time, the projects and the channels of my brief. A key needs the scope `read`.
   */
  getBrief: {
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Brief"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Set up my brief
   * @description Replaces all settings of my brief. A key needs the scope `write`.
   */
  setBrief: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "days": [
         *     "mon"
         *   ],
         *   "time": "07:00",
         *   "timeZone": "Asia/Jakarta",
         *   "projects": "all",
         *   "channels": [],
         *   "language": "id"
         * }
         */
        "application/json": components["schemas"]["BriefBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Brief"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * My brief as it would be sent now, without the opening of a language model
   * @description The text and the facts of the brief, without sending it. A key needs the scope `read`.
   */
  previewBrief: {
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["BriefPreview"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * What is new since I last looked
   * @description Counts of what was collected since this person last opened the project. A key needs the scope `read`.
   */
  getNewSince: {
    parameters: {
      query: {
        /** @description The id of the project */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["NewSinceSeen"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * I looked at this project now
   * @description Later counts of what is new start from now. A key needs the scope `write`.
   */
  markSeen: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "id": "01970000-0000-7000-8000-000000000005"
         * }
         */
        "application/json": components["schemas"]["MarkSeenBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["SeenProject"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * My channels
   * @description All my channels, and which kinds this installation can deliver to. A key needs the scope `read`.
   */
  listChannels: {
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Channels"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Add a channel; its secret or code is shown once
   * @description Some kinds of channel must be confirmed before messages are delivered to them. A key needs the scope `write`.
   */
  addChannel: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "kind": "webhook",
         *   "name": "Ruang redaksi",
         *   "url": "https://redaksi.example.com/pantau"
         * }
         */
        "application/json": components["schemas"]["AddChannelBody"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["NewChannel"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * One of my channels
   * @description The channel with its state and how it is confirmed. A key needs the scope `read`.
   */
  getChannel: {
    parameters: {
      path: {
        /** @description The id of the channel */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Channel"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Delete a channel
   * @description Messages that wait for it are not delivered. A key needs the scope `write`.
   */
  removeChannel: {
    parameters: {
      path: {
        /** @description The id of the channel */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Confirmation"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Change a channel, switch it on or off, or confirm it again
   * @description Changes only the fields that are sent. A key needs the scope `write`.
   */
  changeChannel: {
    parameters: {
      path: {
        /** @description The id of the channel */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "name": "Tim krisis"
         * }
         */
        "application/json": components["schemas"]["ChangeChannelBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["NewChannel"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * A new signing secret for a webhook; the old one signs too for 24 hours
   * @description The earlier secret remains valid for some time, so that the receiver can change over. A key needs the scope `write`.
   */
  renewChannelSecret: {
    parameters: {
      path: {
        /** @description The id of the channel */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["ChannelSecret"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Send a test message
   * @description Queues a message to the channel. While one waits, no second one is added. A key needs the scope `write`.
   */
  testChannel: {
    parameters: {
      path: {
        /** @description The id of the channel */
        id: string;
      };
    };
    responses: {
      /** @description Accepted: it is done a little later. */
      202: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Delivery"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * What a channel delivered, newest first
   * @description Each delivery with its attempts, read on with a cursor. A key needs the scope `read`.
   */
  listDeliveries: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description How many entries a page has at most */
        limit?: number;
      };
      path: {
        /** @description The id of the channel */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Deliveries"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Deliver a message again
   * @description Queues the same message with the same id again. A key needs the scope `write`.
   */
  repeatDelivery: {
    parameters: {
      path: {
        /** @description The id of the delivery */
        id: string;
      };
    };
    responses: {
      /** @description Accepted: it is done a little later. */
      202: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Delivery"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * My messages, newest first
   * @description All messages to this person, read on with a cursor. A key needs the scope `read`.
   */
  listInbox: {
    parameters: {
      query?: {
        /** @description The `next` of the page before */
        cursor?: string;
        /** @description How many entries a page has at most */
        limit?: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Inbox"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Mark all messages until a time as read
   * @description Messages that are newer than the given time stay unread. A key needs the scope `write`.
   */
  markRead: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "until": "2026-05-28T03:00:00.000Z"
         * }
         */
        "application/json": components["schemas"]["MarkReadBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["ReadMessages"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Download exactly what is filtered
   * @description A file in the chosen format with all mentions that the filter selects. A key needs the scope `read`.
   */
  exportMentions: {
    parameters: {
      query: {
        /** @description The id of the project */
        keywordId: string;
        /** @description The format of the file */
        format?: "csv" | "xlsx" | "jsonl" | "parquet";
        /**
         * @description The columns of the file, joined by commas; all without it
         * @example published_at,source,content,sentiment
         */
        columns?: string;
        /** @description The language of what is written; without it that of the account */
        lang?: "id" | "en";
        /** @description Only these mentions, in place of a filter: up to 200 ids joined by commas */
        ids?: string;
        /** @description A day (YYYY-MM-DD) or an ISO 8601 date-time; the start, included */
        from?: string;
        /** @description A day, included, or an ISO 8601 date-time, excluded */
        to?: string;
        /** @description Only mentions of this sentiment: -1 negative, 0 neutral, 1 positive */
        sentimen?: -1 | 0 | 1;
        /**
         * @description One source or several joined by commas
         * @example twitter,news
         */
        sosmedId?: string;
        /** @description Only mentions in this language, such as `id`, `en` or `jv` */
        language?: string;
        /** @description Only mentions of this relevance: `passing` where a long text only mentions the terms, otherwise `subject` */
        relevance?: "subject" | "passing";
        /** @description A person, an organisation, a place or a province (by its code) that the text names, as insights list them */
        entity?: string;
        /** @description A user name, in any case, or an id */
        author?: string;
        /** @description The id of a story */
        story?: string;
        /**
         * @description Only mentions with this tag, in any case
         * @example krisis
         */
        tag?: string;
        /**
         * @description Words that must all occur, "a phrase", and -word or -"a phrase" that must not
         * @example banjir "pintu air" -iklan
         */
        q?: string;
      };
    };
    responses: {
      /** @description The file */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "text/csv; charset=utf-8": string;
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
          "application/x-ndjson; charset=utf-8": string;
          "application/vnd.apache.parquet": string;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * My feeds for feed readers
   * @description Those of a project, or all. The addresses are not stored, so they are not in the list. A key needs the scope `read`.
   */
  listReaderFeeds: {
    parameters: {
      query?: {
        /** @description The id of the project */
        keywordId?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["ReaderFeeds"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * A secret address for feed readers; it is shown once
   * @description Atom and JSON Feed of the newest mentions, or the highest ranked stories, that the filter selects. A key needs the scope `write`.
   */
  addReaderFeed: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "keywordId": "01970000-0000-7000-8000-000000000005",
         *   "list": "stories",
         *   "filter": {
         *     "sentimen": -1
         *   }
         * }
         */
        "application/json": components["schemas"]["NewReaderFeedBody"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["NewReaderFeed"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Revoke a feed
   * @description Its addresses are 404 from now on. A key needs the scope `write`.
   */
  revokeReaderFeed: {
    parameters: {
      path: {
        /** @description The id of the address */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Confirmation"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * The feed at a secret address, as Atom
   * @description The 50 newest mentions or highest ranked stories. 304 when the ETag or the date of the request is still right.
   */
  readAtomFeed: {
    parameters: {
      path: {
        /** @description The secret part of the address */
        secret: string;
      };
    };
    responses: {
      /** @description The feed */
      200: {
        content: {
          "application/atom+xml": string;
        };
      };
      /** @description The feed has not changed. */
      304: {
        content: never;
      };
      400: components["responses"]["BadRequest"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * The feed at a secret address, as JSON Feed
   * @description The 50 newest mentions or highest ranked stories. 304 when the ETag or the date of the request is still right.
   */
  readJsonFeed: {
    parameters: {
      path: {
        /** @description The secret part of the address */
        secret: string;
      };
    };
    responses: {
      /** @description The feed */
      200: {
        content: {
          "application/feed+json": string;
        };
      };
      /** @description The feed has not changed. */
      304: {
        content: never;
      };
      400: components["responses"]["BadRequest"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * What a report shows now, without storing it
   * @description The numbers, stories and voices of the blocks, read in one snapshot. A key needs the scope `read`.
   */
  previewReport: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "keywordId": "01970000-0000-7000-8000-000000000005",
         *   "filter": {
         *     "from": "2026-05-26",
         *     "to": "2026-06-02"
         *   },
         *   "blocks": [
         *     {
         *       "kind": "figures",
         *       "comment": "Untuk rapat hari Senin."
         *     },
         *     {
         *       "kind": "chart"
         *     }
         *   ],
         *   "language": "id"
         * }
         */
        "application/json": components["schemas"]["ReportBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["ReportContent"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * My reports, newest first
   * @description Those of a project, or all. A key needs the scope `read`.
   */
  listReports: {
    parameters: {
      query?: {
        /** @description The id of the project */
        keywordId?: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Reports"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Store a report
   * @description Without a title it has the name of its project. A key needs the scope `write`.
   */
  addReport: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "keywordId": "01970000-0000-7000-8000-000000000005",
         *   "filter": {
         *     "from": "2026-05-26",
         *     "to": "2026-06-02"
         *   },
         *   "blocks": [
         *     {
         *       "kind": "figures",
         *       "comment": "Untuk rapat hari Senin."
         *     },
         *     {
         *       "kind": "chart"
         *     }
         *   ],
         *   "language": "id"
         * }
         */
        "application/json": components["schemas"]["ReportBody"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Report"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * A report: its filter, blocks and comments
   * @description Without numbers: these are read when the report is shown. A key needs the scope `read`.
   */
  getReport: {
    parameters: {
      path: {
        /** @description The id of the report */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Report"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Delete a report
   * @description Its links are 404 from now on. A key needs the scope `write`.
   */
  removeReport: {
    parameters: {
      path: {
        /** @description The id of the report */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Confirmation"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Change a report
   * @description Links that were made before keep showing what they showed. A key needs the scope `write`.
   */
  changeReport: {
    parameters: {
      path: {
        /** @description The id of the report */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "title": "Banjir pekan ini"
         * }
         */
        "application/json": components["schemas"]["ReportPatch"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Report"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * The links of a report that still open, newest first
   * @description The addresses are not stored, so they are not in the list. A key needs the scope `read`.
   */
  listReportLinks: {
    parameters: {
      path: {
        /** @description The id of the report */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["ReportLinks"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * A link that shows the report as it is now; the address is shown once
   * @description What the blocks show now is stored with the link, and nothing else can be reached through it. It expires after 30 days unless `expiresAt` says otherwise, and can be revoked. A key needs the scope `write`.
   */
  shareReport: {
    parameters: {
      path: {
        /** @description The id of the report */
        id: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "password": "kata sandi tautan"
         * }
         */
        "application/json": components["schemas"]["ReportLinkBody"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["NewReportLink"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Revoke a link of a report
   * @description Its address is 404 from now on, and what it showed is deleted. A key needs the scope `write`.
   */
  revokeReportLink: {
    parameters: {
      path: {
        /** @description The id of the report */
        id: string;
        /** @description The id of the link */
        link: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Confirmation"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * The report as PDF
   * @description 501 where the server has no browser to print with (`PANTAU_BROWSER`): print the page instead. A key needs the scope `read`.
   */
  printReport: {
    parameters: {
      path: {
        /** @description The id of the report */
        id: string;
      };
    };
    responses: {
      /** @description The file */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/pdf": string;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      501: components["responses"]["NotImplemented"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * The report behind a link
   * @description As it was when the link was made. 403 when the link has a password: send it by POST.
   */
  readSharedReport: {
    parameters: {
      path: {
        /** @description The token of the link */
        token: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          "application/json": components["schemas"]["SharedReport"];
        };
      };
      400: components["responses"]["BadRequest"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * The report behind a link with a password
   * @description After some wrong passwords further ones have to wait.
   */
  unlockSharedReport: {
    parameters: {
      path: {
        /** @description The token of the link */
        token: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "password": "kata sandi tautan"
         * }
         */
        "application/json": components["schemas"]["SharedPasswordBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        content: {
          "application/json": components["schemas"]["SharedReport"];
        };
      };
      400: components["responses"]["BadRequest"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * List users
   * @description All accounts with their roles and what remains of their quota, in pages. A key needs the scope `admin`.
   */
  listUsers: {
    parameters: {
      query?: {
        /** @description Which page, from 1 */
        page?: number;
        /** @description How many entries a page has at most */
        limit?: number;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["AccountPage"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Add a user
   * @description The new account can log in at once and starts with the default quota unless `kuota` is sent. A key needs the scope `admin`.
   */
  addUser: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "username": "budi",
         *   "password": "kata sandi yang panjang",
         *   "name": "Budi Santoso",
         *   "email": "budi@example.com"
         * }
         */
        "application/json": components["schemas"]["AddUserBody"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Account"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Change a user
   * @description Changes only the fields that are sent. A new password and disabling end the sessions of the account. A key needs the scope `admin`.
   */
  changeUser: {
    parameters: {
      path: {
        /** @description The id of the account */
        userId: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "name": "Dewi Lestari"
         * }
         */
        "application/json": components["schemas"]["ChangeUserBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Account"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Set what remains of a quota
   * @description Sets how many new mentions the account may still get; the change is an entry of the ledger. A key needs the scope `admin`.
   */
  setQuota: {
    parameters: {
      path: {
        /** @description The id of the account */
        userId: string;
      };
    };
    requestBody: {
      content: {
        /**
         * @example {
         *   "kuota": 5000
         * }
         */
        "application/json": components["schemas"]["SetQuotaBody"];
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Account"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * List feeds with their health
   * @description Every feed with its last reading, its errors and what it brought, in pages. A key needs the scope `admin`.
   */
  listFeeds: {
    parameters: {
      query?: {
        /** @description Which page, from 1 */
        page?: number;
        /** @description How many entries a page has at most */
        limit?: number;
        /** @description Only those in this state */
        state?: "new" | "ok" | "empty" | "stale" | "undated" | "repeating" | "blocked" | "broken" | "gone";
        /** @description The platform of the posts */
        platform?: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Feeds"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Add a feed, or change one
   * @description A feed is identified by its address: an address that exists already is changed. A key needs the scope `admin`.
   */
  saveFeed: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "url": "https://berita.example.com/rss"
         * }
         */
        "application/json": components["schemas"]["SaveFeedBody"];
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Feed"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Remove a feed; a shipped one is switched off
   * @description Its posts in the archive and the mentions made of them stay. A key needs the scope `admin`.
   */
  removeFeed: {
    parameters: {
      query: {
        /** @description The id of the feed */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Confirmation"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Read all feeds with problems again now
   * @description Makes every feed that is on and empty, stale, blocked, broken or gone due at once. A key needs the scope `admin`.
   */
  retryFeeds: {
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["RetriedFeeds"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Sources and what they still need
   * @description Whether each source is ready to collect, and which settings it still needs. A key needs the scope `admin`.
   */
  listAdminSources: {
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["Sources"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * The result of reading an address
   * @description The state of a reading, and the first posts when it is done. A key needs the scope `admin`.
   */
  getFeedTest: {
    parameters: {
      query: {
        /** @description The id of the test */
        id: string;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["FeedTest"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Read an address once, without adding it
   * @description Queues one reading of an address; its result has the same id. A key needs the scope `admin`.
   */
  testFeed: {
    requestBody: {
      content: {
        /**
         * @example {
         *   "url": "https://warta.example.com/rss"
         * }
         */
        "application/json": components["schemas"]["TestFeedBody"];
      };
    };
    responses: {
      /** @description Accepted: it is done a little later. */
      202: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["FeedTest"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * The page that confirms an e-mail address
   * @description Opening the page changes nothing; its button confirms.
   */
  showConfirmation: {
    parameters: {
      path: {
        /** @description The code of the link in the e-mail */
        code: string;
      };
    };
    responses: {
      /** @description A page for people */
      200: {
        content: {
          "text/html": string;
        };
      };
      400: components["responses"]["BadRequest"];
      /** @description A page for people */
      404: {
        content: {
          "text/html": string;
        };
      };
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Confirm an e-mail address
   * @description A code works once.
   */
  confirmAddress: {
    parameters: {
      path: {
        /** @description The code of the link in the e-mail */
        code: string;
      };
    };
    responses: {
      /** @description A page for people */
      200: {
        content: {
          "text/html": string;
        };
      };
      400: components["responses"]["BadRequest"];
      /** @description A page for people */
      404: {
        content: {
          "text/html": string;
        };
      };
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * The page that ends messages to an e-mail address
   * @description Opening the page changes nothing; its button ends the messages.
   */
  showUnsubscription: {
    parameters: {
      path: {
        /** @description The token of the link */
        token: string;
      };
    };
    responses: {
      /** @description A page for people */
      200: {
        content: {
          "text/html": string;
        };
      };
      400: components["responses"]["BadRequest"];
      /** @description A page for people */
      404: {
        content: {
          "text/html": string;
        };
      };
      408: components["responses"]["RequestTimeout"];
      417: components["responses"]["ExpectationFailed"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * End messages to an e-mail address
   * @description Also the request that mail programs send for one-click unsubscription (RFC 8058).
   */
  unsubscribe: {
    parameters: {
      path: {
        /** @description The token of the link */
        token: string;
      };
    };
    responses: {
      /** @description A page for people */
      200: {
        content: {
          "text/html": string;
        };
      };
      400: components["responses"]["BadRequest"];
      /** @description A page for people */
      404: {
        content: {
          "text/html": string;
        };
      };
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * Load posts that you hold: CSV, XLSX, NDJSON or JSON
   * @description Matches, analyses and stores the posts of a file. With Accept: application/x-ndjson the progress is reported row by row. A key needs the scope `collect`.
   */
  importPosts: {
    parameters: {
      query: {
        /** @description The id of the project */
        keywordId: string;
        /** @description The platform of the posts */
        platform?: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
        /** @description `column=field`, once for each field that is not recognised */
        map?: string | string[];
        /** @description The order of day and month, where the file does not show it */
        dates?: "day-first" | "month-first";
      };
    };
    /** @description The file, as it is. */
    requestBody: {
      content: {
        /**
         * @example [
         *   {
         *     "source": "news",
         *     "id": "berita-1",
         *     "text": "Banjir di Jakarta Timur mulai surut, warga kembali ke rumah.",
         *     "url": "https://berita.example.com/banjir-surut",
         *     "published_at": "2026-06-01T00:00:00Z"
         *   }
         * ]
         */
        "text/csv": unknown;
        /**
         * @example [
         *   {
         *     "source": "news",
         *     "id": "berita-1",
         *     "text": "Banjir di Jakarta Timur mulai surut, warga kembali ke rumah.",
         *     "url": "https://berita.example.com/banjir-surut",
         *     "published_at": "2026-06-01T00:00:00Z"
         *   }
         * ]
         */
        "text/tab-separated-values": unknown;
        /**
         * @example [
         *   {
         *     "source": "news",
         *     "id": "berita-1",
         *     "text": "Banjir di Jakarta Timur mulai surut, warga kembali ke rumah.",
         *     "url": "https://berita.example.com/banjir-surut",
         *     "published_at": "2026-06-01T00:00:00Z"
         *   }
         * ]
         */
        "application/x-ndjson": unknown;
        /**
         * @example [
         *   {
         *     "source": "news",
         *     "id": "berita-1",
         *     "text": "Banjir di Jakarta Timur mulai surut, warga kembali ke rumah.",
         *     "url": "https://berita.example.com/banjir-surut",
         *     "published_at": "2026-06-01T00:00:00Z"
         *   }
         * ]
         */
        "application/jsonl": unknown;
        /**
         * @example [
         *   {
         *     "source": "news",
         *     "id": "berita-1",
         *     "text": "Banjir di Jakarta Timur mulai surut, warga kembali ke rumah.",
         *     "url": "https://berita.example.com/banjir-surut",
         *     "published_at": "2026-06-01T00:00:00Z"
         *   }
         * ]
         */
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": unknown;
        /**
         * @example [
         *   {
         *     "source": "news",
         *     "id": "berita-1",
         *     "text": "Banjir di Jakarta Timur mulai surut, warga kembali ke rumah.",
         *     "url": "https://berita.example.com/banjir-surut",
         *     "published_at": "2026-06-01T00:00:00Z"
         *   }
         * ]
         */
        "application/json": unknown;
        /**
         * @example [
         *   {
         *     "source": "news",
         *     "id": "berita-1",
         *     "text": "Banjir di Jakarta Timur mulai surut, warga kembali ke rumah.",
         *     "url": "https://berita.example.com/banjir-surut",
         *     "published_at": "2026-06-01T00:00:00Z"
         *   }
         * ]
         */
        "application/octet-stream": unknown;
      };
    };
    responses: {
      /** @description The report; or, where the client accepts only lines, a line for each row and the report as the last one. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["ImportReport"];
          "application/x-ndjson": string;
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      409: components["responses"]["Conflict"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
  /**
   * How a file would be read; stores nothing
   * @description Shows the recognised format, the columns and the first rows. A key needs the scope `read`.
   */
  previewImport: {
    parameters: {
      query: {
        /** @description The id of the project */
        keywordId: string;
        /** @description The platform of the posts */
        platform?: "twitter" | "facebook" | "youtube" | "tiktok" | "instagram" | "news";
        /** @description `column=field`, once for each field that is not recognised */
        map?: string | string[];
        /** @description The order of day and month, where the file does not show it */
        dates?: "day-first" | "month-first";
        /** @description Whether the file is only the beginning of a longer one */
        part?: boolean;
      };
    };
    /** @description The file, as it is. */
    requestBody: {
      content: {
        /**
         * @example [
         *   {
         *     "source": "news",
         *     "id": "berita-1",
         *     "text": "Banjir di Jakarta Timur mulai surut, warga kembali ke rumah.",
         *     "url": "https://berita.example.com/banjir-surut",
         *     "published_at": "2026-06-01T00:00:00Z"
         *   }
         * ]
         */
        "text/csv": unknown;
        /**
         * @example [
         *   {
         *     "source": "news",
         *     "id": "berita-1",
         *     "text": "Banjir di Jakarta Timur mulai surut, warga kembali ke rumah.",
         *     "url": "https://berita.example.com/banjir-surut",
         *     "published_at": "2026-06-01T00:00:00Z"
         *   }
         * ]
         */
        "text/tab-separated-values": unknown;
        /**
         * @example [
         *   {
         *     "source": "news",
         *     "id": "berita-1",
         *     "text": "Banjir di Jakarta Timur mulai surut, warga kembali ke rumah.",
         *     "url": "https://berita.example.com/banjir-surut",
         *     "published_at": "2026-06-01T00:00:00Z"
         *   }
         * ]
         */
        "application/x-ndjson": unknown;
        /**
         * @example [
         *   {
         *     "source": "news",
         *     "id": "berita-1",
         *     "text": "Banjir di Jakarta Timur mulai surut, warga kembali ke rumah.",
         *     "url": "https://berita.example.com/banjir-surut",
         *     "published_at": "2026-06-01T00:00:00Z"
         *   }
         * ]
         */
        "application/jsonl": unknown;
        /**
         * @example [
         *   {
         *     "source": "news",
         *     "id": "berita-1",
         *     "text": "Banjir di Jakarta Timur mulai surut, warga kembali ke rumah.",
         *     "url": "https://berita.example.com/banjir-surut",
         *     "published_at": "2026-06-01T00:00:00Z"
         *   }
         * ]
         */
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": unknown;
        /**
         * @example [
         *   {
         *     "source": "news",
         *     "id": "berita-1",
         *     "text": "Banjir di Jakarta Timur mulai surut, warga kembali ke rumah.",
         *     "url": "https://berita.example.com/banjir-surut",
         *     "published_at": "2026-06-01T00:00:00Z"
         *   }
         * ]
         */
        "application/json": unknown;
        /**
         * @example [
         *   {
         *     "source": "news",
         *     "id": "berita-1",
         *     "text": "Banjir di Jakarta Timur mulai surut, warga kembali ke rumah.",
         *     "url": "https://berita.example.com/banjir-surut",
         *     "published_at": "2026-06-01T00:00:00Z"
         *   }
         * ]
         */
        "application/octet-stream": unknown;
      };
    };
    responses: {
      /** @description Done. */
      200: {
        headers: {
          "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
          "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
          "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
        };
        content: {
          "application/json": components["schemas"]["ImportPreview"];
        };
      };
      400: components["responses"]["BadRequest"];
      401: components["responses"]["Unauthorized"];
      403: components["responses"]["Forbidden"];
      404: components["responses"]["NotFound"];
      408: components["responses"]["RequestTimeout"];
      413: components["responses"]["PayloadTooLarge"];
      415: components["responses"]["UnsupportedMediaType"];
      417: components["responses"]["ExpectationFailed"];
      429: components["responses"]["TooManyRequests"];
      431: components["responses"]["RequestHeaderFieldsTooLarge"];
      500: components["responses"]["InternalServerError"];
      503: components["responses"]["ServiceUnavailable"];
    };
  };
}
