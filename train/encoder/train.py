"""Trains the encoder: teachers and a student, all pre-trained on masked text; the student then learns from the teachers.

Reads data.jsonl.gz, written by data.ts; README.md has the commands that were run. Needs PyTorch with CUDA, NumPy and tokenizers;
none of it is needed to run Pantau.

Each step writes to the folder of --work. `finetune` and `distil` write <name>.npz (weights) and <name>.npy (logits of all texts);
`finetune` with --without also <name>.jsonl (logits of the validation texts of the sets left out), the input of train/calibrate.ts.
"""

import argparse
import glob
import gzip
import json
import math
import os
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

LENGTH = 112
PIECES = 20000
PAD, CLS, MASK = 0, 1, 2
SPECIAL = ["[PAD]", "[CLS]", "[MASK]", "<url>", "<user>"]
CLASSES = 3
DEVICE = "cuda"

torch.backends.cuda.matmul.allow_tf32 = True


def read_rows(path):
    with gzip.open(path, "rt") as file:
        return [json.loads(line) for line in file]


def open_tokenizer(rows, path):
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    if os.path.exists(path):
        return Tokenizer.from_file(path)
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=PIECES,
        special_tokens=SPECIAL,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        min_frequency=2,
        show_progress=False,
    )
    tokenizer.train_from_iterator((row["t"] for row in rows if not row.get("v")), trainer)
    tokenizer.save(path)
    return tokenizer


class Block(nn.Module):
    def __init__(self, width, heads, dropout):
        super().__init__()
        self.heads = heads
        self.n1 = nn.LayerNorm(width)
        self.n2 = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.o = nn.Linear(width, width)
        self.f1 = nn.Linear(width, 4 * width)
        self.f2 = nn.Linear(4 * width, width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask):
        batch, length, width = x.shape
        q, k, v = self.qkv(self.n1(x)).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask).transpose(1, 2).reshape(batch, length, width)
        x = x + self.dropout(self.o(mixed))
        return x + self.dropout(self.f2(F.gelu(self.f1(self.n2(x)), approximate="tanh")))


class Encoder(nn.Module):
    def __init__(self, layers, width, heads, dropout):
        super().__init__()
        self.emb = nn.Embedding(PIECES, width, padding_idx=PAD)
        self.pos = nn.Embedding(LENGTH, width)
        self.dropout = nn.Dropout(dropout)
        self.blocks = nn.ModuleList(Block(width, heads, dropout) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(2 * width, CLASSES)
        self.art = nn.Linear(2 * width, CLASSES)
        self.head_dropout = nn.Dropout(0.2)
        # Only for pre-training.
        self.mlm = nn.Linear(width, width)
        self.mlm_norm = nn.LayerNorm(width)
        self.mlm_bias = nn.Parameter(torch.zeros(PIECES))
        for module in self.modules():
            if isinstance(module, (nn.Linear, nn.Embedding)):
                nn.init.normal_(module.weight, std=0.02)
            if isinstance(module, nn.Linear):
                nn.init.zeros_(module.bias)

    def forward(self, pieces):
        present = pieces != PAD
        x = self.dropout(self.emb(pieces) + self.pos.weight[: pieces.shape[1]])
        for block in self.blocks:
            x = block(x, present[:, None, None, :])
        return self.norm(x), present

    def predict_masked(self, states):
        return self.mlm_norm(F.gelu(self.mlm(states))) @ self.emb.weight.t() + self.mlm_bias

    def pool(self, states, chosen):
        weights = chosen[..., None].to(states.dtype)
        mean = (states * weights).sum(1) / weights.sum(1)
        return self.head_dropout(torch.cat([states[:, 0], mean], -1))

    def judge(self, states, present):
        return self.head(self.pool(states, present))

    def judge_article(self, states, present, marked):
        """By the vectors of the marks of the subject, or of all pieces where the text has no mark."""
        return self.art(self.pool(states, torch.where(marked.any(1, keepdim=True), marked, present)))


def new_encoder(size, dropout=0.0):
    layers, width = map(int, size.split("x"))
    return Encoder(layers, width, max(2, width // 64), dropout).to(DEVICE)


class Batches:
    """Batches of about `tokens` tokens from texts of similar length."""

    def __init__(self, rows, tokenizer, chosen, tokens, seed=0):
        encoded = tokenizer.encode_batch([row["t"] for row in rows])
        pieces = [np.array([CLS] + one.ids[: LENGTH - 1], dtype=np.int64) for one in encoded]
        self.lengths = np.array([len(one) for one in pieces])
        self.flat = torch.from_numpy(np.concatenate(pieces)).to(DEVICE)
        self.starts = torch.from_numpy(np.concatenate([[0], np.cumsum(self.lengths)])).to(DEVICE)
        self.chosen = np.array(chosen)
        self.tokens = tokens
        self.random = np.random.RandomState(seed)

    def choose(self, chosen, tokens, seed):
        other = object.__new__(Batches)
        other.__dict__.update(self.__dict__, chosen=np.array(chosen), tokens=tokens, random=np.random.RandomState(seed))
        return other

    def epoch(self, shuffled=True):
        lengths = self.lengths[self.chosen]
        order = np.argsort(np.ceil(lengths / 8) + self.random.rand(len(lengths)) * 0.99, kind="stable")
        padded = (np.ceil(lengths / 8) * 8).astype(int)[order]
        batches, at = [], 0
        while at < len(order):
            size = max(1, self.tokens // padded[at])
            # The last text is the longest.
            size = max(1, min(size, self.tokens // padded[min(at + size, len(order)) - 1]))
            batches.append(self.chosen[order[at : at + size]])
            at += size
        if shuffled:
            self.random.shuffle(batches)
        return batches

    def get(self, texts):
        texts = torch.from_numpy(np.asarray(texts)).to(DEVICE)
        start = self.starts[texts]
        length = self.starts[texts + 1] - start
        columns = torch.arange(int(min(LENGTH, math.ceil(int(length.max()) / 8) * 8)), device=DEVICE)
        pieces = self.flat[(start[:, None] + columns).clamp(max=len(self.flat) - 1)]
        return torch.where(columns[None] < length[:, None], pieces, PAD)


def optimiser_of(net, rate):
    return torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.01, betas=(0.9, 0.98), fused=True)


def step(optimiser, net, loss, rate):
    for group in optimiser.param_groups:
        group["lr"] = rate
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    optimiser.step()


def pretrain(options, rows, batches):
    """Predicts some of the pieces, of which 80 % are masked, 10 % replaced and 10 % left."""
    chosen = [at for at, row in enumerate(rows) if not row.get("v")]
    own = batches.choose(chosen, options.tokens or 49152, 1)
    torch.manual_seed(0)
    net = new_encoder(options.size, options.dropout)
    optimiser = optimiser_of(net, options.rate)
    start, steps = time.time(), 0
    while time.time() - start < options.seconds:
        for texts in own.epoch():
            elapsed = time.time() - start
            if elapsed >= options.seconds:
                break
            pieces = own.get(texts)
            masked = (torch.rand(pieces.shape, device=DEVICE) < options.masked) & (pieces >= len(SPECIAL))
            chance = torch.rand(pieces.shape, device=DEVICE)
            shown = torch.where(masked & (chance < 0.8), MASK, pieces)
            other = torch.randint(len(SPECIAL), PIECES, pieces.shape, device=DEVICE)
            shown = torch.where(masked & (chance >= 0.9), other, shown)
            with torch.autocast(DEVICE, torch.bfloat16):
                states, _ = net(shown)
                logits = net.predict_masked(states[masked])
            loss = F.cross_entropy(logits.float(), pieces[masked])
            step(optimiser, net, loss, options.rate * min(1, (steps + 1) / 400) * max(0.02, 1 - elapsed / options.seconds))
            steps += 1
            if steps % 500 == 0:
                print(f"step {steps}, loss {float(loss):.3f}", flush=True)
    torch.save(net.state_dict(), f"{options.work}/masked-{options.size}.pt")


def weights_of(rows, chosen, contrast):
    """Sets count by the square root of their size, weak labels 0.3 of that, and contrast pairs `contrast` times."""
    totals = {}
    for at in chosen:
        totals[rows[at]["s"]] = totals.get(rows[at]["s"], 0) + 1
    total = sum(math.sqrt(size) for size in totals.values())
    weights = torch.zeros(len(rows))
    for at in chosen:
        row = rows[at]
        share = 0.3 if row["w"] else contrast if row["s"] == "contrast" else 1
        weights[at] = len(chosen) / total / math.sqrt(totals[row["s"]]) * share
    return weights.to(DEVICE)


@torch.no_grad()
def logits_of(net, batches, total):
    net.eval()
    found = torch.zeros(total, CLASSES, device=DEVICE)
    for texts in batches.choose(range(total), 200000, 0).epoch(False):
        with torch.autocast(DEVICE, torch.bfloat16):
            states, present = net(batches.get(texts))
            found[torch.from_numpy(texts).to(DEVICE)] = net.judge(states, present).float()
    net.train()
    return found.cpu().numpy()


class Labels:
    def __init__(self, rows, labelled, contrast):
        self.weights = weights_of(rows, labelled, contrast)
        self.labels = torch.tensor([row.get("y", 0) for row in rows], device=DEVICE)
        self.binary = torch.tensor([row.get("b", 0) for row in rows], device=DEVICE).bool()

    def loss(self, logits, at):
        # Sets without a neutral class say nothing about neutrality.
        unknown = self.binary[at][:, None] & (torch.arange(CLASSES, device=DEVICE) == 1)
        loss = F.cross_entropy(logits.masked_fill(unknown, -1e4), self.labels[at], reduction="none")
        return (loss * self.weights[at]).mean()


def judge(net, pieces):
    with torch.autocast(DEVICE, torch.bfloat16):
        return net.judge(*net(pieces)).float()


def start_from_masked(options, seed):
    torch.manual_seed(seed)
    net = new_encoder(options.size, options.dropout)
    load_without(net, f"{options.work}/masked-{options.size}.pt", ("head.", "art."))
    return net


def load_without(net, path, prefixes):
    """What is left out starts anew."""
    weights = {name: value for name, value in torch.load(path).items() if not name.startswith(prefixes)}
    net.load_state_dict(weights, strict=False)


def finetune_once(options, rows, batches, seed):
    left_out = set(filter(None, options.without.split(",")))
    labelled = [
        at for at, row in enumerate(rows) if not row.get("v") and not row.get("u") and row["s"] not in left_out
    ]
    labels = Labels(rows, labelled, options.contrast)
    net = start_from_masked(options, seed + 10)
    own = batches.choose(labelled, options.tokens or 8192, seed)
    optimiser = optimiser_of(net, options.rate)
    total, steps = len(own.epoch()) * options.epochs, 0
    for _ in range(options.epochs):
        for texts in own.epoch():
            loss = labels.loss(judge(net, own.get(texts)), torch.from_numpy(texts).to(DEVICE))
            step(optimiser, net, loss, options.rate * min(1, (steps + 1) / (0.06 * total)) * max(0.0, 1 - steps / total))
            steps += 1
    return net


def finetune(options, rows, batches):
    together = 0
    for seed in range(options.seeds):
        net = finetune_once(options, rows, batches, seed)
        together = together + logits_of(net, batches, len(rows)) / options.seeds
        torch.save(net.state_dict(), f"{options.work}/{options.name}-{seed}.pt")
    save(options, net, together)
    if options.without:
        write_unseen(options, rows, together)


def save(options, net, logits):
    kept = {name: value for name, value in net.state_dict().items() if not name.startswith("mlm")}
    np.savez(f"{options.work}/{options.name}.npz", **{name: value.half().cpu().numpy() for name, value in kept.items()})
    np.save(f"{options.work}/{options.name}.npy", logits.astype(np.float16))


def open_teachers(options):
    teachers = []
    for path in sorted(glob.glob(f"{options.work}/{options.teacher}-*.pt")):
        teacher = new_encoder(options.teacher_size)
        teacher.load_state_dict(torch.load(path))
        teachers.append(teacher.eval().bfloat16())
    return teachers


def change(pieces, frequencies):
    """Replaces up to an eighth of the pieces by others, by how frequent these are, and masks as many: another share in each text."""
    rate = 0.25 * torch.rand(pieces.shape[0], 1, device=DEVICE)
    chance = torch.rand(pieces.shape, device=DEVICE)
    word = pieces >= len(SPECIAL)
    others = torch.multinomial(frequencies, pieces.numel(), replacement=True).view_as(pieces)
    changed = torch.where(word & (chance < rate * 0.5), others, pieces)
    return torch.where(word & (chance >= rate * 0.5) & (chance < rate), MASK, changed)


def distil(options, rows, batches):
    """Learns what the teachers say of all texts, half of them changed anew in every epoch, and a little from the labels."""
    known = [at for at, row in enumerate(rows) if not row.get("v")]
    labels = Labels(rows, [at for at in known if not rows[at].get("u")], options.contrast)
    teachers = open_teachers(options)
    net = start_from_masked(options, 0)
    own = batches.choose(known, options.tokens or 8192, 0)
    frequencies = torch.bincount(own.flat, minlength=PIECES).float().sqrt()
    frequencies[: len(SPECIAL)] = 0
    optimiser = optimiser_of(net, options.rate)
    start, steps, heat = time.time(), 0, options.temperature
    while time.time() - start < options.seconds:
        for texts in own.epoch():
            elapsed = time.time() - start
            if elapsed >= options.seconds:
                break
            at = torch.from_numpy(texts).to(DEVICE)
            pieces = own.get(texts)
            changed = np.random.rand() < options.changed
            if changed:
                pieces = change(pieces, frequencies)
            logits = judge(net, pieces)
            with torch.no_grad():
                soft = sum(teacher.judge(*teacher(pieces)).float() for teacher in teachers) / len(teachers)
            target = F.softmax(soft / heat, -1)
            distance = F.kl_div(F.log_softmax(logits / heat, -1), target, reduction="none").sum(-1) * heat**2
            loss = (distance * (0.3 + 0.7 * labels.weights[at].clamp(max=3))).mean()
            # The label of a changed text may no longer be right.
            if not changed:
                loss = (1 - options.hard) * loss + options.hard * labels.loss(logits, at)
            step(optimiser, net, loss, options.rate * min(1, (steps + 1) / 400) * max(0.0, 1 - elapsed / options.seconds))
            steps += 1
    save(options, net, logits_of(net, batches, len(rows)))


def write_unseen(options, rows, logits):
    left_out = set(options.without.split(","))
    validation = [at for at, row in enumerate(rows) if row.get("v")]
    with open(f"{options.work}/{options.name}.jsonl", "w") as file:
        for index, at in enumerate(validation):
            if rows[at]["s"] in left_out:
                row = {"index": index, "family": options.family, "logits": [round(float(x), 4) for x in logits[at]]}
                file.write(json.dumps(row) + "\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["pretrain", "finetune", "distil"])
    parser.add_argument("--data", default="data.jsonl.gz")
    parser.add_argument("--work", default=".")
    parser.add_argument("--size", default="2x128")
    parser.add_argument("--name", default="student")
    parser.add_argument("--seconds", type=float, default=430)
    parser.add_argument("--tokens", type=int)
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--teacher", default="teacher")
    parser.add_argument("--teacher-size", default="8x512")
    parser.add_argument("--hard", type=float, default=0.15)
    parser.add_argument("--changed", type=float, default=0.5)
    parser.add_argument("--temperature", type=float, default=1.5)
    parser.add_argument("--masked", type=float, default=0.2)
    parser.add_argument("--contrast", type=float, default=3.0)
    parser.add_argument("--without", default="")
    parser.add_argument("--family", default="")
    options = parser.parse_args()
    rows = read_rows(options.data)
    tokenizer = open_tokenizer(rows, f"{options.work}/tok.json")
    batches = Batches(rows, tokenizer, range(len(rows)), 8192)
    {"pretrain": pretrain, "finetune": finetune, "distil": distil}[options.command](options, rows, batches)


if __name__ == "__main__":
    main()
