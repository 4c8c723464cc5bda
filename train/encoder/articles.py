"""Teaches the encoder to judge an article toward a subject: teachers with a head for articles, then a student with both heads.

Reads articles.jsonl.gz, written by data.ts, beside what train.py reads, and the teachers and the student of train.py.

  python articles.py teach --name articles                 # three teachers of articles, from those of posts
  python articles.py teach --name articles --fold 0        # without a fifth of the articles, for 0 to 4
  python articles.py distil --name both --seconds 400      # the student: posts from teachers of posts, articles from those of articles
  python articles.py distil --name both-0 --fold 0 --seconds 120 --rate 8e-4 --share 0.25 --hard-articles 0.3 --unchanged

`distil` writes <name>.npz (weights), and with --fold <name>.jsonl (logits of the articles left out), the input of train/calibrate.ts.
"""

import argparse
import gzip
import json
import re
import time

import numpy as np
import torch
import torch.nn.functional as F

from train import (
    CLASSES,
    CLS,
    DEVICE,
    LENGTH,
    MASK,
    PIECES,
    SPECIAL,
    Batches,
    Labels,
    change,
    judge,
    new_encoder,
    open_tokenizer,
    optimiser_of,
    read_rows,
    save,
    step,
)

# Bytes that no text has, as byte-level BPE writes them.
MARKS = {"<subject>": "\u00ff", "<passing>": "\u00fe"}
HEAT = 1.5


class Articles(Batches):
    """Articles as marked text, or with the terms replaced by their marks."""

    def __init__(self, rows, tokenizer, field):
        self.marks = {mark: tokenizer.token_to_id(piece) for mark, piece in MARKS.items()}
        pieces = [np.array(self.split(tokenizer, row[field]), dtype=np.int64) for row in rows]
        self.lengths = np.array([len(one) for one in pieces])
        self.flat = torch.from_numpy(np.concatenate(pieces)).to(DEVICE)
        self.starts = torch.from_numpy(np.concatenate([[0], np.cumsum(self.lengths)])).to(DEVICE)

    def split(self, tokenizer, text):
        ids = [CLS]
        for part in filter(None, re.split("(<subject>|<passing>)", text)):
            ids += [self.marks[part]] if part in self.marks else tokenizer.encode(part).ids
        return ids[:LENGTH]


def judge_articles(net, pieces, mark):
    with torch.autocast(DEVICE, torch.bfloat16):
        states, _ = net(pieces)
        return net.judge_article(states, pieces == mark).float()


def open_net(path, size, train):
    net = new_encoder(size, 0.1 if train else 0.0)
    net.load_state_dict(torch.load(path), strict=False)
    return net if train else net.eval().bfloat16()


def teach(options, articles, marked, replaced):
    mark = marked.marks["<subject>"]
    labels = torch.tensor([row.get("y", 1) for row in articles], device=DEVICE)
    chosen = [at for at, row in enumerate(articles) if "y" in row and row["f"] != options.fold]
    for seed in range(3):
        torch.manual_seed(seed * 10 + options.fold + 1)
        net = open_net(f"{options.work}/{options.teacher}-{seed}.pt", "8x512", True)
        own, other = marked.choose(chosen, 3072, seed), replaced.choose(chosen, 3072, seed)
        optimiser = torch.optim.AdamW(net.parameters(), lr=1e-4, weight_decay=0.05, betas=(0.9, 0.98), fused=True)
        random, total, steps = np.random.RandomState(seed), len(own.epoch()) * options.epochs, 0
        for _ in range(options.epochs):
            for texts in own.epoch():
                pieces = (other if random.rand() < 0.5 else own).get(texts)
                hidden = (torch.rand(pieces.shape, device=DEVICE) < 0.08) & (pieces >= len(SPECIAL)) & (pieces != mark)
                logits = judge_articles(net, pieces.masked_fill(hidden, MASK), mark)
                loss = F.cross_entropy(logits, labels[torch.from_numpy(texts).to(DEVICE)], label_smoothing=0.05)
                step(optimiser, net, loss, 1e-4 * min(1, (steps + 1) / (0.1 * total)) * max(0.0, 1 - steps / total))
                steps += 1
        torch.save(net.state_dict(), f"{options.work}/{options.name}{fold_name(options)}-{seed}.pt")


def fold_name(options):
    return "" if options.fold < 0 else f"-without-{options.fold}"


def distance(logits, soft):
    target = F.softmax(soft / HEAT, -1)
    return F.kl_div(F.log_softmax(logits / HEAT, -1), target, reduction="none").sum(-1) * HEAT**2


def distil(options, articles, marked, replaced, rows, tokenizer):
    mark = marked.marks["<subject>"]
    kept = list(marked.marks.values())
    known = [at for at, row in enumerate(rows) if not row.get("v")]
    labels = Labels(rows, [at for at in known if not rows[at].get("u")], contrast=4)
    contrast = torch.tensor([row.get("s") == "contrast" for row in rows], device=DEVICE)
    judged = torch.tensor(["y" in row for row in articles], device=DEVICE)
    truth = torch.tensor([row.get("y", 1) for row in articles], device=DEVICE)
    own = [at for at, row in enumerate(articles) if row["f"] != options.fold]
    posts = Batches(rows, tokenizer, known, 8192)
    frequencies = torch.bincount(posts.flat, minlength=PIECES).float().sqrt()
    frequencies[: len(SPECIAL)] = 0
    path = f"{options.work}/{options.articles}{fold_name(options)}"
    teachers = [open_net(f"{options.work}/{options.teacher}-{seed}.pt", "8x512", False) for seed in range(3)]
    article_teachers = [open_net(f"{path}-{seed}.pt", "8x512", False) for seed in range(3)]
    torch.manual_seed(0)
    net = new_encoder("2x128", 0.05)
    start_weights = np.load(f"{options.work}/{options.student}.npz")
    net.load_state_dict({name: torch.from_numpy(start_weights[name]).float() for name in start_weights}, strict=False)
    optimiser, random = optimiser_of(net, options.rate), np.random.RandomState(1)
    next_posts = cycle(posts)
    next_articles = cycle(marked.choose(own, 8192, 0))
    start, steps = time.time(), 0
    while time.time() - start < options.seconds:
        changed = not options.unchanged and random.rand() < 0.5
        of_articles = random.rand() < options.share
        texts = next(next_articles if of_articles else next_posts)
        at = torch.from_numpy(texts).to(DEVICE)
        source = posts if not of_articles else replaced if random.rand() < 0.5 else marked
        pieces = source.get(texts)
        if changed:
            other = change(pieces, frequencies)
            pieces = torch.where(torch.isin(pieces, torch.tensor(kept, device=DEVICE)), pieces, other)
        if of_articles:
            logits = judge_articles(net, pieces, mark)
            with torch.no_grad():
                soft = sum(judge_articles(one, pieces, mark) for one in article_teachers) / 3
            loss = distance(logits, soft)
            if not changed:
                hard = F.cross_entropy(logits, truth[at], reduction="none", label_smoothing=0.05)
                share = options.hard_articles
                loss = torch.where(judged[at], (1 - share) * loss + share * hard, loss)
            loss = loss.mean()
        else:
            logits = judge(net, pieces)
            with torch.no_grad():
                soft = sum(judge(one, pieces) for one in teachers) / 3
            weight = (0.3 + 0.7 * labels.weights[at].clamp(max=3)) * torch.where(contrast[at], options.contrast, 1.0)
            loss = (distance(logits, soft) * weight).mean()
            if not changed:
                loss = 0.85 * loss + 0.15 * labels.loss(logits, at)
        left = max(0.0, 1 - (time.time() - start) / options.seconds)
        step(optimiser, net, loss, options.rate * min(1, (steps + 1) / 200) * left)
        steps += 1
    logits = logits_of_articles(net, marked, len(articles), mark)
    save(options, net, logits)
    if options.fold >= 0:
        with open(f"{options.work}/{options.name}.jsonl", "w") as file:
            for row, own_logits in zip(articles, logits):
                if "y" in row and row["f"] == options.fold:
                    found = {"article": row["article"], "keyword": row["keyword"]}
                    file.write(json.dumps({**found, "logits": [round(float(x), 4) for x in own_logits]}) + "\n")


def cycle(batches):
    while True:
        yield from batches.epoch()


@torch.no_grad()
def logits_of_articles(net, marked, total, mark):
    net.eval()
    found = torch.zeros(total, CLASSES, device=DEVICE)
    for texts in marked.choose(range(total), 100000, 0).epoch(False):
        found[torch.from_numpy(texts).to(DEVICE)] = judge_articles(net, marked.get(texts), mark)
    return found.cpu().numpy()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["teach", "distil"])
    parser.add_argument("--data", default="data.jsonl.gz")
    parser.add_argument("--articles-data", default="articles.jsonl.gz")
    parser.add_argument("--work", default=".")
    parser.add_argument("--name", required=True)
    parser.add_argument("--teacher", default="teacher")
    parser.add_argument("--articles", default="articles")
    parser.add_argument("--student", default="student")
    parser.add_argument("--fold", type=int, default=-1)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--rate", type=float, default=1.5e-3)
    parser.add_argument("--share", type=float, default=0.15)
    parser.add_argument("--contrast", type=float, default=2.0)
    parser.add_argument("--hard-articles", type=float, default=0.1)
    parser.add_argument("--unchanged", action="store_true")
    options = parser.parse_args()
    rows = read_rows(options.data)
    tokenizer = open_tokenizer(rows, f"{options.work}/tok.json")
    with gzip.open(options.articles_data, "rt") as file:
        articles = [json.loads(line) for line in file]
    marked, replaced = Articles(articles, tokenizer, "t"), Articles(articles, tokenizer, "r")
    if options.command == "teach":
        teach(options, articles, marked, replaced)
    else:
        distil(options, articles, marked, replaced, rows, tokenizer)


if __name__ == "__main__":
    main()
