"""Writes a GGUF file of random weights that llama.cpp loads: what it says is noise.

Whatever valid JSON comes out of it can only have come from the decoder. The tokenizer keys are copied
from a real model's file, because servers treat vocabularies differently.

usage: make_noise_gguf.py SOURCE_GGUF TARGET_GGUF
"""

import os
import sys

import numpy
from gguf import GGUFReader, GGUFValueType, GGUFWriter, TokenType

LAYERS = 2
EMBEDDING = 64
HEADS = 2
FEED_FORWARD = 128
CONTEXT_TOKENS = 4096
SEED = 20260801


def plain_value(field):
    kind = field.types[0]
    if kind != GGUFValueType.ARRAY:
        return field.contents()
    if field.types[-1] == GGUFValueType.STRING:
        return [bytes(field.parts[index]) for index in field.data]
    return [field.parts[index][0].item() for index in field.data]


def copy_tokenizer(source, writer):
    for key, field in source.fields.items():
        if not key.startswith("tokenizer."):
            continue
        value = plain_value(field)
        if field.types[0] == GGUFValueType.ARRAY:
            writer.add_key_value(key, value, GGUFValueType.ARRAY, field.types[-1])
        else:
            writer.add_key_value(key, value, field.types[0])


def add_shape(writer, vocabulary):
    writer.add_name("noise")
    writer.add_context_length(CONTEXT_TOKENS)
    writer.add_embedding_length(EMBEDDING)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(FEED_FORWARD)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(EMBEDDING // HEADS)
    writer.add_vocab_size(vocabulary)


def control_tokens(source):
    field = source.fields["tokenizer.ggml.token_type"]
    kinds = numpy.array([field.parts[index][0] for index in field.data])
    return numpy.flatnonzero(kinds == TokenType.CONTROL)


def add_tensors(writer, vocabulary, hardly_ever):
    """The rows of `hardly_ever` are zero: such a token's score is average, and so it never is the best.

    They are the control tokens. llama.cpp counts their names as text when it applies a grammar and then
    prints nothing, so a string of at least one character comes out empty. Only noise ever picks one.
    """
    random = numpy.random.default_rng(SEED)

    def matrix(name, rows, columns, kind, without=()):
        values = random.standard_normal((rows, columns), dtype=numpy.float32)
        values[list(without)] = 0
        writer.add_tensor(name, values.astype(kind))

    def norm(name):
        writer.add_tensor(name, numpy.ones(EMBEDDING, dtype=numpy.float32))

    matrix("token_embd.weight", vocabulary, EMBEDDING, numpy.float16)
    matrix("output.weight", vocabulary, EMBEDDING, numpy.float16, hardly_ever)
    norm("output_norm.weight")
    for layer in range(LAYERS):
        block = "blk.%d." % layer
        norm(block + "attn_norm.weight")
        norm(block + "ffn_norm.weight")
        for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
            matrix(block + name + ".weight", EMBEDDING, EMBEDDING, numpy.float32)
        matrix(block + "ffn_gate.weight", FEED_FORWARD, EMBEDDING, numpy.float32)
        matrix(block + "ffn_up.weight", FEED_FORWARD, EMBEDDING, numpy.float32)
        matrix(block + "ffn_down.weight", EMBEDDING, FEED_FORWARD, numpy.float32)


def main(source_path, target_path):
    source = GGUFReader(source_path)
    vocabulary = len(source.fields["tokenizer.ggml.tokens"].data)
    unfinished = "%s.%d" % (target_path, os.getpid())
    writer = GGUFWriter(unfinished, "llama")
    add_shape(writer, vocabulary)
    copy_tokenizer(source, writer)
    add_tensors(writer, vocabulary, control_tokens(source))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    os.replace(unfinished, target_path)


if __name__ == "__main__":
    main(*sys.argv[1:])
