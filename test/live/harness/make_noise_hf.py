"""Writes a folder of random weights in the Hugging Face layout, with a tokenizer made on the spot.

The tokenizer is a byte-level BPE trained on this very file, so that nothing has to be fetched.

usage: make_noise_hf.py TARGET_FOLDER
"""

import json
import os
import shutil
import sys

import numpy
from safetensors.numpy import save_file
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

LAYERS = 2
HIDDEN = 64
HEADS = 2
INTERMEDIATE = 128
CONTEXT_TOKENS = 4096
VOCABULARY = 640
SEED = 20260801
SPECIAL_TOKENS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
CHAT_TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def write_json(folder, name, value):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        json.dump(value, file, indent=2)


def write_tokenizer(folder):
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY,
        special_tokens=SPECIAL_TOKENS,
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokenizer.train([os.path.abspath(__file__)], trainer)
    tokenizer.save(os.path.join(folder, "tokenizer.json"))
    write_json(
        folder,
        "tokenizer_config.json",
        {
            "tokenizer_class": "PreTrainedTokenizerFast",
            "eos_token": "<|im_end|>",
            "pad_token": "<|endoftext|>",
            "model_max_length": CONTEXT_TOKENS,
            "chat_template": CHAT_TEMPLATE,
        },
    )


def write_config(folder):
    write_json(
        folder,
        "config.json",
        {
            "architectures": ["LlamaForCausalLM"],
            "model_type": "llama",
            "hidden_size": HIDDEN,
            "intermediate_size": INTERMEDIATE,
            "num_hidden_layers": LAYERS,
            "num_attention_heads": HEADS,
            "num_key_value_heads": HEADS,
            "max_position_embeddings": CONTEXT_TOKENS,
            "rms_norm_eps": 1e-5,
            "rope_theta": 10000.0,
            "vocab_size": VOCABULARY,
            "tie_word_embeddings": False,
            "eos_token_id": SPECIAL_TOKENS.index("<|im_end|>"),
            "torch_dtype": "float32",
        },
    )


def write_weights(folder):
    random = numpy.random.default_rng(SEED)

    def matrix(rows, columns):
        return random.standard_normal((rows, columns), dtype=numpy.float32)

    tensors = {
        "model.embed_tokens.weight": matrix(VOCABULARY, HIDDEN),
        "lm_head.weight": matrix(VOCABULARY, HIDDEN),
        "model.norm.weight": numpy.ones(HIDDEN, dtype=numpy.float32),
    }
    for layer in range(LAYERS):
        block = "model.layers.%d." % layer
        for name in ("q_proj", "k_proj", "v_proj", "o_proj"):
            tensors[block + "self_attn." + name + ".weight"] = matrix(HIDDEN, HIDDEN)
        tensors[block + "mlp.gate_proj.weight"] = matrix(INTERMEDIATE, HIDDEN)
        tensors[block + "mlp.up_proj.weight"] = matrix(INTERMEDIATE, HIDDEN)
        tensors[block + "mlp.down_proj.weight"] = matrix(HIDDEN, INTERMEDIATE)
        for name in ("input_layernorm", "post_attention_layernorm"):
            tensors[block + name + ".weight"] = numpy.ones(HIDDEN, dtype=numpy.float32)
    save_file(tensors, os.path.join(folder, "model.safetensors"), metadata={"format": "mlx"})


def main(target):
    unfinished = "%s.%d" % (target, os.getpid())
    shutil.rmtree(unfinished, ignore_errors=True)
    os.makedirs(unfinished)
    write_tokenizer(unfinished)
    write_config(unfinished)
    write_weights(unfinished)
    try:
        os.rename(unfinished, target)
    except OSError:
        shutil.rmtree(unfinished)
        if not os.path.isdir(target):
            raise


if __name__ == "__main__":
    main(*sys.argv[1:])
