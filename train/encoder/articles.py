"""Teaches the encoder to judge an article toward a subject: teachers with a head for articles, then a student with both heads.

Reads articles.jsonl.gz, written by articles.ts, beside what train.py reads, and the teachers and the student of train.py; README.md has
the commands that were run.

`teach` writes the teachers of articles, with --fold without that fifth of the articles. `distil` writes <name>.npz (weights) and
<name>.npy (logits of all articles), and with --fold <name>.jsonl (logits of the articles left out), the input of train/calibrate.ts.
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
    load_without,
    logits_of,
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
TEACHERS = 3
TEACHER_SIZE = "8x512"


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
    states, present = net(pieces)
    return net.judge_article(states, present, pieces == mark).float()


class Teachers:
    """Three encoders together, of the same text as the student. With `store`, which judges all texts, each text only once."""

    def __init__(self, path, judge_text, store=None):
        self.nets = [open_teacher(f"{path}-{seed}.pt") for seed in range(TEACHERS)]
        self.judge_text = judge_text
        self.stored = None
        if store is not None:
            logits = sum(store(net) for net in self.nets) / TEACHERS
            self.stored = torch.from_numpy(logits).to(DEVICE)

    @torch.no_grad()
    def judge(self, pieces, at):
        if self.stored is not None:
            return self.stored[at]
        return sum(self.judge_text(net, pieces) for net in self.nets) / TEACHERS


def open_teacher(path):
    net = new_encoder(TEACHER_SIZE)
    net.load_state_dict(torch.load(path))
    return net.eval().bfloat16()


def teach(options, articles, marked, replaced):
    mark = marked.marks["<subject>"]
    labels = torch.tensor([row.get("y", 1) for row in articles], device=DEVICE)
    chosen = [at for at, row in enumerate(articles) if "y" in row and row["f"] != options.fold]
    for seed in range(TEACHERS):
        torch.manual_seed(seed * 10 + options.fold + 1)
        net = new_encoder(TEACHER_SIZE, 0.1)
        load_without(net, f"{options.work}/{options.teacher}-{seed}.pt", ("art.",))
        own, other = marked.choose(chosen, 3072, seed), replaced.choose(chosen, 3072, seed)
        optimiser = torch.optim.AdamW(net.parameters(), lr=1e-4, weight_decay=0.05, betas=(0.9, 0.98), fused=True)
        random, total, steps = np.random.RandomState(seed), len(own.epoch()) * options.epochs, 0
        for _ in range(options.epochs):
            for texts in own.epoch():
                pieces = (other if random.rand() < 0.5 else own).get(texts)
                hidden = (torch.rand(pieces.shape, device=DEVICE) < 0.08) & (pieces >= len(SPECIAL)) & (pieces != mark)
                with torch.autocast(DEVICE, torch.bfloat16):
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


class Posts:
    def __init__(self, options, rows, tokenizer):
        self.known = [at for at, row in enumerate(rows) if not row.get("v")]
        self.batches = Batches(rows, tokenizer, self.known, 8192)
        self.labels = Labels(rows, [at for at in self.known if not rows[at].get("u")], options.contrast)
        self.shares = torch.tensor(
            [options.contrast_distance if row.get("s") == "contrast" else 1.0 for row in rows], device=DEVICE
        )
        store = (lambda net: logits_of(net, self.batches, len(rows))) if options.unchanged else None
        self.teachers = Teachers(f"{options.work}/{options.teacher}", lambda net, pieces: net.judge(*net(pieces)).float(), store)

    def loss(self, net, pieces, at, changed):
        logits = judge(net, pieces)
        weights = (0.3 + 0.7 * self.labels.weights[at].clamp(max=3)) * self.shares[at]
        loss = (distance(logits, self.teachers.judge(pieces, at)) * weights).mean()
        # The label of a changed text may no longer be right.
        return loss if changed else 0.85 * loss + 0.15 * self.labels.loss(logits, at)


class JudgedArticles:
    def __init__(self, options, articles, marked):
        self.mark = marked.marks["<subject>"]
        self.hard = options.hard_articles
        self.judged = torch.tensor(["y" in row for row in articles], device=DEVICE)
        self.labels = torch.tensor([row.get("y", 1) for row in articles], device=DEVICE)
        store = (lambda net: logits_of_articles(net, marked, len(articles), self.mark)) if options.unchanged else None
        path = f"{options.work}/{options.articles}{fold_name(options)}"
        self.teachers = Teachers(path, lambda net, pieces: judge_articles(net, pieces, self.mark), store)

    def loss(self, net, pieces, at, changed):
        with torch.autocast(DEVICE, torch.bfloat16):
            logits = judge_articles(net, pieces, self.mark)
        loss = distance(logits, self.teachers.judge(pieces, at))
        if not changed:
            hard = F.cross_entropy(logits, self.labels[at], reduction="none", label_smoothing=0.05)
            loss = torch.where(self.judged[at], (1 - self.hard) * loss + self.hard * hard, loss)
        return loss.mean()


def start_from_student(options):
    torch.manual_seed(0)
    net = new_encoder("2x128", 0.05)
    weights = np.load(f"{options.work}/{options.student}.npz")
    net.load_state_dict({name: torch.from_numpy(weights[name]).float() for name in weights}, strict=False)
    return net


def distil(options, articles, marked, replaced, rows, tokenizer):
    mark = marked.marks["<subject>"]
    kept = torch.tensor(list(marked.marks.values()), device=DEVICE)
    of_posts, of_articles = Posts(options, rows, tokenizer), JudgedArticles(options, articles, marked)
    posts = of_posts.batches
    frequencies = torch.bincount(posts.flat, minlength=PIECES).float().sqrt()
    frequencies[: len(SPECIAL)] = 0
    net = start_from_student(options)
    optimiser, random = optimiser_of(net, options.rate), np.random.RandomState(1)
    own = [at for at, row in enumerate(articles) if row["f"] != options.fold]
    next_posts, next_articles = cycle(posts), cycle(marked.choose(own, 8192, 0))
    start, steps = time.time(), 0
    while (elapsed := time.time() - start) < options.seconds:
        article = random.rand() < options.share
        texts = next(next_articles if article else next_posts)
        pieces = (posts if not article else replaced if random.rand() < 0.5 else marked).get(texts)
        changed = not options.unchanged and random.rand() < 0.5
        if changed:
            pieces = torch.where(torch.isin(pieces, kept), pieces, change(pieces, frequencies))
        of_kind = of_articles if article else of_posts
        loss = of_kind.loss(net, pieces, torch.from_numpy(texts).to(DEVICE), changed)
        step(optimiser, net, loss, options.rate * min(1, (steps + 1) / 200) * (1 - elapsed / options.seconds))
        steps += 1
    print(f"{steps} steps", flush=True)
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
        with torch.autocast(DEVICE, torch.bfloat16):
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
    parser.add_argument("--contrast", type=float, default=4.0)
    parser.add_argument("--contrast-distance", type=float, default=2.0)
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
